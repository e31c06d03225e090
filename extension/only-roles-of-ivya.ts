/** What ties ivya's roles to the rest of it, and what leaves them as they are without the tie. */
const TIES = [
  // One browser's visibility is asked for differently, and it is none that this extension runs in.
  ['Ivya.options.browser !== "webkit"', 'true'],
  // Set on a class that nobody uses then.
  ['_defineProperty(Ivya, "options"', '/* @__PURE__ */ _defineProperty(Ivya, "options"'],
  ['_defineProperty(Ivya, "singleton"', '/* @__PURE__ */ _defineProperty(Ivya, "singleton"'],
] as const;

/**
 * Leaves out all of ivya but its roles, names and states. The rest, selectors, is two fifths of the content script,
 * which every document that is worked in has to load.
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
