import type { Mark, PageFacts } from '../../page-facts.ts';
import { BOX_FRAMES, FRAMES, type InterstitialKind, PLACES } from './interstitial-places.ts';

interface Seen {
  url: string;
  title: string;
  facts: PageFacts;
}

export interface Interstitial {
  kind: InterstitialKind;
  /** The evidence, for anyone who doubts the verdict. */
  evidence: string[];
}

type Finding = [kind: InterstitialKind, evidence: string];

/**
 * Ordinary pages of Cloudflare's customers load `challenge-platform/scripts/jsd`. Only challenges load `orchestrate`.
 */
const CHALLENGE_SCRIPT = 'script[src*="/cdn-cgi/challenge-platform/"][src*="/orchestrate/"]';
const CHALLENGES = [CHALLENGE_SCRIPT, '#challenge-form[action*="__cf_chl"]', '#cf-challenge-running'];
const TITLED_CHALLENGES = ['#challenge-running', '#challenge-stage', '#challenge-error-text'];
const SHOWN_CHALLENGES = ['#sec-if-cpt-container', '#sec-cpt-if'];
const CAPTCHAS = ['#px-captcha', '#px-captcha-wrapper', 'form[action*="/errors/validateCaptcha"]'];
const BOXES = [
  '.g-recaptcha:not(button, [data-size=invisible])',
  '.h-captcha:not(button, [data-size=invisible])',
  '.cf-turnstile',
  'div:has(> input[name="cf-turnstile-response"])',
  'awswaf-captcha',
];
const CONSENTS = [
  '#onetrust-consent-sdk',
  '#onetrust-banner-sdk',
  '#CybotCookiebotDialog',
  '#usercentrics-root',
  '#didomi-popup',
  '.qc-cmp2-container',
  '.fc-consent-root',
  '#cmpwrapper',
  'iframe[id^="sp_message_iframe"]',
];

/** The selectors that the look into the page searches for. */
export const MARKS = [
  ...CHALLENGES,
  ...TITLED_CHALLENGES,
  ...SHOWN_CHALLENGES,
  ...CAPTCHAS,
  ...BOXES,
  ...CONSENTS,
];

/** A challenge often contains a checkbox, and is still a challenge. */
const ORDER: readonly InterstitialKind[] = ['challenge', 'captcha', 'consent', 'signin'];

/** The obstacle in front of the requested page, if there is one. */
export function interstitialOn({ url, title, facts }: Seen): Interstitial | null {
  if (!/^https?:/.test(url) || !URL.canParse(url)) return null;
  const place = new URL(url);
  const findings = [
    ...byPlace(place, facts),
    ...byFrame(facts),
    ...byMark(title, facts),
    ...byPassword(facts),
  ];
  const kind = ORDER.find((each) => findings.some(([found]) => found === each));
  if (!kind) return null;
  const evidence = findings.filter(([found]) => found === kind).map(([, what]) => what);
  return { kind, evidence: [...new Set(evidence)] };
}

function byPlace({ hostname, pathname }: URL, facts: PageFacts): Finding[] {
  // A user who is signed in, or has agreed before, only passes through. Such a page has nothing to press.
  const asks = facts.controls > 0;
  return PLACES.filter(({ host, path }) => host.test(hostname) && path.test(pathname))
    .filter(({ kind }) => asks || kind === 'challenge' || kind === 'captcha')
    .map(({ kind }) => [kind, `address: ${hostname}${pathname}`]);
}

function byFrame(facts: PageFacts): Finding[] {
  return facts.frames.flatMap(({ src, share }) => {
    if (!URL.canParse(src)) return [];
    const { hostname, pathname, search, hash } = new URL(src);
    const at = `frame: ${hostname}${pathname}`;
    const known = FRAMES.filter(({ host, path }) => host.test(hostname) && path.test(pathname))
      .filter(({ least }) => share >= least)
      .map(({ kind }): Finding => [kind, at]);
    const isBox = BOX_FRAMES.some(({ host, path }) => host.test(hostname) && path.test(pathname));
    if (!isBox || /[?&]size=invisible/.test(search + hash)) return known;
    // hCaptcha uses one URL for both the checkbox and its picture questions.
    const asksNow = /[#&]frame=challenge/.test(hash) && share >= 0.05;
    return asksNow || hasNothingElse(facts) ? [...known, ['captcha', at]] : known;
  });
}

function byMark(title: string, facts: PageFacts): Finding[] {
  return facts.marks.flatMap((mark): Finding[] => {
    const { selector, shown } = mark;
    const seen = `element: ${selector}`;
    if (CHALLENGES.includes(selector)) return [['challenge', seen]];
    if (TITLED_CHALLENGES.includes(selector) && isChallengeTitle(title))
      return [
        ['challenge', seen],
        ['challenge', `title: ${title}`],
      ];
    if (!shown) return [];
    if (SHOWN_CHALLENGES.includes(selector)) return [['challenge', seen]];
    if (CAPTCHAS.includes(selector)) return [['captcha', seen]];
    if (BOXES.includes(selector) && hasNothingElse(facts)) return [['captcha', seen]];
    if (CONSENTS.includes(selector) && isWholePage(mark, facts)) return [['consent', seen]];
    return [];
  });
}

/** A sign-in form has a name, a password and little else, on a page made for it. */
function byPassword({ passwordForm: form, signsOut }: PageFacts): Finding[] {
  if (!form || signsOut || form.fields > 2 || form.buttons === 0) return [];
  const isMain = form.hasFocus || (form.textBeside < 1_000 && form.controlsBeside < 15);
  return isMain ? [['signin', 'a password field in the main form']] : [];
}

/** Weak evidence: it counts only together with an element of the challenge itself. */
function isChallengeTitle(title: string): boolean {
  return /^(?:just a moment\.\.\.|attention required! \| cloudflare)$/i.test(title.trim());
}

function hasNothingElse({ textLength, fields, passwords }: PageFacts): boolean {
  return textLength < 1_000 && fields === 0 && passwords === 0;
}

/** A banner or a dialog has the site behind it. A wall has nothing behind it. */
function isWholePage(mark: Mark, { textLength, controls, fields }: PageFacts): boolean {
  const beside = { text: textLength - mark.textLength, controls: controls - mark.controls };
  return mark.share >= 0.3 && beside.text < 300 && beside.controls < 5 && fields === 0;
}
