import { describe, expect, test } from 'vitest';
import type { Mark, PageFacts, PasswordForm } from '../../page-facts.ts';
import { interstitialOn } from './interstitial-rules.ts';

const ARTICLE: PageFacts = {
  marks: [],
  frames: [],
  textLength: 4_000,
  controls: 40,
  fields: 1,
  passwords: 0,
  passwordForm: null,
  signsOut: false,
};
const BARE: PageFacts = { ...ARTICLE, textLength: 120, controls: 1, fields: 0 };
const FORM: PageFacts = { ...BARE, controls: 6, fields: 3 };
const SIGN_IN: PageFacts = {
  ...BARE,
  controls: 4,
  fields: 1,
  passwords: 1,
  passwordForm: { fields: 1, buttons: 1, textBeside: 90, controlsBeside: 2, hasFocus: false },
};
const withForm = (given: Partial<PasswordForm>): PageFacts => ({
  ...SIGN_IN,
  passwordForm: SIGN_IN.passwordForm && { ...SIGN_IN.passwordForm, ...given },
});

const mark = (selector: string, given: Partial<Mark> = {}): Mark => ({
  selector,
  shown: true,
  share: 0.1,
  textLength: 0,
  controls: 0,
  ...given,
});
const withMark = (facts: PageFacts, selector: string, given: Partial<Mark> = {}): PageFacts => ({
  ...facts,
  marks: [mark(selector, given)],
});
const withFrame = (facts: PageFacts, src: string, share = 0.2): PageFacts => ({
  ...facts,
  frames: [{ src, share }],
});

const ORCHESTRATE = 'script[src*="/cdn-cgi/challenge-platform/"][src*="/orchestrate/"]';
const RECAPTCHA = 'https://www.google.com/recaptcha/api2';
const HCAPTCHA = 'https://newassets.hcaptcha.com/captcha/v1/abc/static/hcaptcha.html';
const TURNSTILE = 'https://challenges.cloudflare.com/cdn-cgi/challenge-platform/h/g/turnstile/if/ov2/av0/x';

describe('an interstitial is recognized', () => {
  test.each<[string, string, PageFacts, string?]>([
    ['challenge', 'https://shop.test/cdn-cgi/challenge-platform/h/b/x', BARE],
    ['challenge', 'https://shop.test/', withMark(BARE, ORCHESTRATE, { shown: false }), 'Nur einen Moment…'],
    ['challenge', 'https://shop.test/', withMark(BARE, '#challenge-stage'), 'Just a moment...'],
    ['challenge', 'https://shop.test/', withMark(BARE, '#challenge-form[action*="__cf_chl"]')],
    ['challenge', 'https://shop.test/', withMark(BARE, '#sec-if-cpt-container')],
    ['challenge', 'https://geo.captcha-delivery.com/interstitial/?x=1', BARE],
    ['challenge', 'https://shop.test/', withFrame(BARE, 'https://shop.test/_Incapsula_Resource?a=1', 1)],
    ['captcha', 'https://www.google.com/sorry/index?continue=https://www.google.com/search', BARE],
    ['captcha', 'https://www.google.co.uk/sorry/index', ARTICLE],
    ['captcha', 'https://www.amazon.de/errors/validateCaptcha', FORM],
    ['captcha', 'https://shop.test/', withFrame(BARE, 'https://geo.captcha-delivery.com/captcha/?i=1', 1)],
    ['captcha', 'https://shop.test/', withFrame(ARTICLE, `${RECAPTCHA}/bframe?hl=en`, 0.4)],
    ['captcha', 'https://shop.test/', withFrame(ARTICLE, `${HCAPTCHA}#frame=challenge&id=1`, 0.4)],
    ['captcha', 'https://shop.test/', withFrame(BARE, `${RECAPTCHA}/anchor?size=normal`, 0.02)],
    ['captcha', 'https://shop.test/', withFrame(BARE, `${HCAPTCHA}#frame=checkbox&size=normal`, 0.02)],
    ['captcha', 'https://shop.test/', withFrame(BARE, TURNSTILE, 0.02)],
    ['captcha', 'https://shop.test/', withMark(BARE, '.cf-turnstile')],
    ['captcha', 'https://shop.test/', withMark(ARTICLE, '#px-captcha')],
    ['consent', 'https://consent.google.de/m?continue=x', { ...ARTICLE, fields: 0 }],
    ['consent', 'https://consent.youtube.com/m?gl=DE', ARTICLE],
    ['consent', 'https://guce.yahoo.com/consent', BARE],
    ['consent', 'https://news.test/', withMark(BARE, '.fc-consent-root', { share: 1, textLength: 100 })],
    ['signin', 'https://accounts.google.com/v3/signin/identifier?flowName=x', FORM],
    ['signin', 'https://login.microsoftonline.com/common/oauth2/v2.0/authorize', FORM],
    ['signin', 'https://acme.okta.com/login/login.htm', FORM],
    ['signin', 'https://www.linkedin.com/checkpoint/lg/login-submit', FORM],
    ['signin', 'https://shop.test/login', SIGN_IN],
    ['signin', 'https://shop.test/', SIGN_IN],
    ['signin', 'https://shop.test/how-to-login', SIGN_IN],
    ['signin', 'https://shop.test/password', withForm({ fields: 0 })],
    ['signin', 'https://bank.test/', withForm({ textBeside: 3_000, controlsBeside: 60, hasFocus: true })],
  ])('%s: %s', (kind, url, facts, title = 'A title') => {
    const found = interstitialOn({ url, title, facts });
    expect(found?.kind).toBe(kind);
    expect(found?.evidence).not.toEqual([]);
  });
});

describe('an ordinary page is not taken for an interstitial', () => {
  test.each<[string, string, PageFacts, string?]>([
    ['a search for login', 'https://www.google.com/search?q=login+captcha+challenge', ARTICLE],
    ['an address in the query', 'https://a.test/?next=/login&u=https://accounts.google.com/signin', ARTICLE],
    ['a way of its own in the fragment', 'https://a.test/#/cdn-cgi/challenge-platform/', ARTICLE],
    ['a privacy policy', 'https://a.test/privacy/consent', ARTICLE, 'Privacy and consent'],
    ['an article on CAPTCHAs', 'https://a.test/blog/captcha', ARTICLE, 'Verify you are human: CAPTCHA'],
    ['an article of that title', 'https://a.test/blog/x', ARTICLE, 'Just a moment...'],
    ['a coding challenge', 'https://a.test/challenge/7', withMark(ARTICLE, '#challenge-stage')],
    ['a log-in form in the header', 'https://shop.test/', { ...ARTICLE, passwords: 0 }],
    ['a sign-in beside much to read', 'https://shop.test/login', withForm({ textBeside: 2_000 })],
    ['a sign-in beside much to press', 'https://shop.test/login', withForm({ controlsBeside: 30 })],
    ['a form of many fields', 'https://shop.test/login', withForm({ fields: 3 })],
    ['a password without a button', 'https://shop.test/login', withForm({ buttons: 0 })],
    ['the settings of a signed-in user', 'https://shop.test/login', { ...SIGN_IN, signsOut: true }],
    ['a page /login without a password', 'https://a.test/login', FORM],
    ['a new password, or several', 'https://shop.test/login', { ...SIGN_IN, passwordForm: null }],
    ['a contact form with a box', 'https://a.test/contact', withFrame(FORM, `${RECAPTCHA}/anchor?k=1`, 0.02)],
    ['a contact form with Turnstile', 'https://a.test/contact', withMark(FORM, '.cf-turnstile')],
    [
      'an invisible reCAPTCHA',
      'https://a.test/',
      withFrame(BARE, `${RECAPTCHA}/anchor?size=invisible`, 0.02),
    ],
    ['a tutorial with a box to try', 'https://a.test/demo', withMark(ARTICLE, '.h-captcha')],
    ['a hidden PerimeterX', 'https://a.test/', withMark(BARE, '#px-captcha', { shown: false })],
    [
      'a small DataDome frame',
      'https://a.test/',
      withFrame(BARE, 'https://geo.captcha-delivery.com/captcha/', 0),
    ],
    ['a cookie banner', 'https://a.test/', withMark(BARE, '#onetrust-banner-sdk', { share: 0.15 })],
    [
      'a cookie dialog over a page',
      'https://a.test/',
      withMark(ARTICLE, '#CybotCookiebotDialog', { share: 1 }),
    ],
    ['somebody who is signed in', 'https://login.microsoftonline.com/kmsi', { ...BARE, controls: 0 }],
    ['a good-bye', 'https://login.microsoftonline.com/common/oauth2/v2.0/logout', BARE],
    ['a look-alike host', 'https://consent.google.com.evil.test/', ARTICLE],
    ['a look-alike path', 'https://www.google.com/sorrynot', ARTICLE],
    ['the maker of CAPTCHAs', 'https://www.hcaptcha.com/', ARTICLE, 'hCaptcha'],
    ['a page of the dashboard', 'https://acme.okta.com/app/UserHome', ARTICLE],
    ['what is no web page', 'chrome://settings/login', SIGN_IN],
    ['nothing', '', BARE],
  ])('%s: %s', (_what, url, facts, title = 'A title') => {
    expect(interstitialOn({ url, title, facts })).toBeNull();
  });
});

test('the evidence lists each finding once', () => {
  const facts = { ...withMark(SIGN_IN, '#nothing'), frames: [{ src: 'about:blank', share: 1 }] };
  expect(interstitialOn({ url: 'https://shop.test/login', title: '', facts })).toEqual({
    kind: 'signin',
    evidence: ['a password field in the main form'],
  });
});

test('a challenge with a checkbox in it is a challenge', () => {
  const facts = { ...BARE, marks: [mark('.cf-turnstile'), mark(ORCHESTRATE), mark(ORCHESTRATE)] };
  expect(interstitialOn({ url: 'https://shop.test/', title: '', facts })).toEqual({
    kind: 'challenge',
    evidence: [`element: ${ORCHESTRATE}`],
  });
});
