/** The code that ties ivya's roles to its other parts, and replacements that change no role. */
const TIES = [
  // For the visibility check of one browser, which this extension does not run in.
  ['Ivya.options.browser !== "webkit"', 'true'],
  // Set on a class that is then unused.
  ['_defineProperty(Ivya, "options"', '/* @__PURE__ */ _defineProperty(Ivya, "options"'],
  ['_defineProperty(Ivya, "singleton"', '/* @__PURE__ */ _defineProperty(Ivya, "singleton"'],
] as const;

/**
 * Leaves out everything in ivya except its roles, names and states. The rest, its selectors, would make up two fifths of
 * the content script, which bproxy loads into every document that it works in.
 */
export function onlyRolesOfIvya() {
  return {
    name: 'only-roles-of-ivya',
    transform(code: string, id: string): { code: string; map: null } | null {
      if (!/\/ivya\/dist\/src-[^/]*\.js$/.test(id)) return null;
      for (const [tie] of TIES) if (!code.includes(tie)) throw new Error(`ivya has changed: ${tie} is gone.`);
      return { code: TIES.reduce((text, [tie, instead]) => text.replace(tie, instead), code), map: null };
    },
  };
}
