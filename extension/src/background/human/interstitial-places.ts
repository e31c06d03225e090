import type { WireResult } from '@bproxy/shared';

export type InterstitialKind = NonNullable<WireResult<'tab.open'>['interstitial']>['kind'];

/** A place that its URL alone identifies. Query strings never count, because anyone can write them. */
interface Place {
  kind: InterstitialKind;
  host: RegExp;
  path: RegExp;
}

/** The top-level domain of a country or a company: `com`, `de`, `co.uk`. */
const TLD = '[a-z]{2,3}(?:\\.[a-z]{2})?';
const ANYWHERE = /^/;
/** Sign-in hosts also show sign-out and sign-up pages. Neither asks for the user's password. */
const SIGNING_IN = /^(?!.*(?:log|sign)-?_?(?:out|off|up))(?!.*\/(?:register|create))/i;

export const PLACES: readonly Place[] = [
  { kind: 'challenge', host: ANYWHERE, path: /^\/cdn-cgi\/(?:challenge-platform|l\/chk_)/ },
  { kind: 'challenge', host: ANYWHERE, path: /^\/_sec\/cp_challenge\// },
  { kind: 'challenge', host: /^geo\.captcha-delivery\.com$/, path: /^\/interstitial/ },
  { kind: 'challenge', host: /^validate\.perfdrive\.com$/, path: ANYWHERE },
  { kind: 'captcha', host: /^geo\.captcha-delivery\.com$/, path: /^\/captcha/ },
  { kind: 'captcha', host: /^captcha\.px-(?:cdn|cloud)\.net$/, path: ANYWHERE },
  { kind: 'captcha', host: new RegExp(`^(?:[a-z0-9-]+\\.)?google\\.${TLD}$`), path: /^\/sorry(?:\/|$)/ },
  { kind: 'captcha', host: new RegExp(`^www\\.amazon\\.${TLD}$`), path: /^\/errors\/validateCaptcha/ },
  { kind: 'captcha', host: new RegExp(`^(?:www\\.)?(?:yandex|ya)\\.${TLD}$`), path: /^\/showcaptcha/ },
  { kind: 'consent', host: new RegExp(`^consent\\.(?:google|youtube|yahoo)\\.${TLD}$`), path: ANYWHERE },
  { kind: 'consent', host: /^guce\.[a-z0-9-]+\.com$/, path: ANYWHERE },
  { kind: 'consent', host: /^myprivacy\.dpgmedia\.(?:nl|be)$/, path: /^\/consent/ },
  {
    kind: 'signin',
    host: /^accounts\.google\.com$/,
    path: /^\/(?:v\d+\/)?(?:signin|ServiceLogin|InteractiveLogin|AccountChooser|o\/oauth2|gsi\/select)/i,
  },
  {
    kind: 'signin',
    host: /^(?:login\.(?:microsoftonline|live|microsoft|yahoo|salesforce)\.com|login\.windows\.net|idmsa\.apple\.com|signin\.ebay\.com)$/,
    path: SIGNING_IN,
  },
  { kind: 'signin', host: /^(?:[a-z0-9.-]+\.)?signin\.aws\.amazon\.com$/, path: SIGNING_IN },
  { kind: 'signin', host: new RegExp(`^www\\.amazon\\.${TLD}$`), path: /^\/ap\/signin/ },
  {
    kind: 'signin',
    host: /\.(?:okta|oktapreview|auth0|onelogin)\.com$/,
    path: /^\/(?:u\/)?(?:login|signin)(?:\/|$)/,
  },
  { kind: 'signin', host: /^id\.atlassian\.com$/, path: /^\/login/ },
  { kind: 'signin', host: /^github\.com$/, path: /^\/(?:login|session|sessions\/two-factor(?:\/.*)?)$/ },
  { kind: 'signin', host: /^(?:www|m)\.facebook\.com$/, path: /^\/(?:login|checkpoint)(?:\/|\.php|$)/ },
  { kind: 'signin', host: /^www\.instagram\.com$/, path: /^\/accounts\/login/ },
  {
    kind: 'signin',
    host: /^www\.linkedin\.com$/,
    path: /^\/(?:login|uas\/login|checkpoint\/|authwall)/,
  },
  { kind: 'signin', host: /^(?:x|twitter)\.com$/, path: /^\/(?:i\/flow\/)?login$/ },
  { kind: 'signin', host: /^www\.paypal\.com$/, path: /^\/(?:[a-z]{2}\/)?signin/ },
];

/**
 * Frames that a provider shows only while it wants something. `least` is the share of the window that the frame needs.
 */
export const FRAMES: readonly (Place & { least: number })[] = [
  { kind: 'captcha', host: /^geo\.captcha-delivery\.com$/, path: /^\/captcha/, least: 0.1 },
  { kind: 'challenge', host: /^geo\.captcha-delivery\.com$/, path: /^\/interstitial/, least: 0.1 },
  { kind: 'captcha', host: /^captcha\.px-(?:cdn|cloud)\.net$/, path: ANYWHERE, least: 0.02 },
  {
    kind: 'captcha',
    host: /^www\.(?:google\.com|recaptcha\.net)$/,
    path: /^\/recaptcha\/(?:api2|enterprise)\/bframe$/,
    least: 0.05,
  },
  { kind: 'captcha', host: /(?:^|\.)arkoselabs\.com$/, path: /\/fc\/|\/enforcement/, least: 0.1 },
  { kind: 'challenge', host: ANYWHERE, path: /^\/_sec\/cp_challenge\//, least: 0.1 },
  { kind: 'challenge', host: ANYWHERE, path: /^\/_Incapsula_Resource$/, least: 0.5 },
];

/** The checkbox. Forms of all kinds have one, so it counts only on a page that has nothing else. */
export const BOX_FRAMES: ReadonlyArray<Pick<Place, 'host' | 'path'>> = [
  { host: /^www\.(?:google\.com|recaptcha\.net)$/, path: /^\/recaptcha\/(?:api2|enterprise)\/anchor$/ },
  { host: /(?:^|\.)hcaptcha\.com$/, path: /^\/captcha\// },
  { host: /^challenges\.cloudflare\.com$/, path: /^\/cdn-cgi\/challenge-platform\// },
];
