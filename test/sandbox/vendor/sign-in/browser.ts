import { createHash, randomBytes } from 'node:crypto';
import { sandboxBot } from '../../../../src/sandbox/world.ts';
import type { Running } from '../support.ts';

export const REDIRECT = 'http://127.0.0.1:5005/sign-in/callback';
export const verifier = randomBytes(32).toString('base64url');
export const challenge = createHash('sha256').update(verifier).digest('base64url');

export type Change = Readonly<Record<string, string | undefined>>;

/** The `claims` parameter that asks for an authentication context in the ID token. */
export const asking = (context: string): string =>
  JSON.stringify({ id_token: { acrs: { essential: true, value: context } } });

const parametersOf = (change: Change): URLSearchParams => {
  const all = {
    client_id: sandboxBot.appId,
    response_type: 'code',
    redirect_uri: REDIRECT,
    scope: 'openid profile',
    state: 'a&b "c" <d>',
    nonce: 'nonce-1',
    prompt: 'login',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    ...change,
  };
  return new URLSearchParams(Object.entries(all).filter((one): one is [string, string] => one[1] !== undefined));
};

/** What a page shows, and what its form holds. */
export interface Page {
  readonly status: number;
  readonly title: string;
  readonly html: string;
  readonly headers: Headers;
  /** Where a redirect leads, and with which values. */
  readonly location: { readonly address: string; readonly values: Readonly<Record<string, string>> } | undefined;
}

export interface Browser {
  /** Opens the program's request. */
  open(change?: Change): Promise<Page>;
  /** Sends the form of the page that is open. */
  answer(fields: Readonly<Record<string, string>>, headers?: Readonly<Record<string, string>>): Promise<Page>;
}

/** A browser without a screen: it keeps one cookie and the form of its page, and follows no redirect. */
export const createBrowser = ({ sandbox }: Running): Browser => {
  let cookie = '';
  let form = { action: '', ctx: '' };
  const show = async (response: Response): Promise<Page> => {
    cookie = response.headers.get('set-cookie')?.split(';')[0] ?? cookie;
    const html = await response.text();
    const found = (pattern: RegExp): string => pattern.exec(html)?.[1] ?? '';
    form = { action: found(/action="([^"]*)"/), ctx: found(/name="ctx" value="([^"]*)"/) };
    const target = response.headers.get('location');
    const [address = '', query = ''] = target?.split('?', 2) ?? [];
    return {
      status: response.status,
      title: found(/<h1>([^<]*)/),
      html,
      headers: response.headers,
      location: target === null ? undefined : { address, values: Object.fromEntries(new URLSearchParams(query)) },
    };
  };
  return {
    open: async (change = {}) =>
      show(await fetch(`${sandbox.signInUrl}?${parametersOf(change)}`, { redirect: 'manual', headers: { cookie } })),
    answer: async (fields, headers = {}) =>
      show(
        await fetch(`${sandbox.url}${form.action}`, {
          method: 'POST',
          redirect: 'manual',
          headers: { 'content-type': 'application/x-www-form-urlencoded', origin: sandbox.url, cookie, ...headers },
          body: new URLSearchParams({ ctx: form.ctx, ...fields }).toString(),
        }),
      ),
  };
};

/** The number that the second factor's page shows. */
export const numberOn = ({ html }: Page): string => /The number is (\d+)/.exec(html)?.[1] ?? '';

/** Signs a person in by every page that comes, and gives the redirect's values. */
export const signIn = async (
  browser: Browser,
  person: string,
  change: Change = {},
): Promise<Readonly<Record<string, string>>> => {
  let page = await browser.open(change);
  if (page.title === 'Pick an account') page = await browser.answer({ account: person });
  if (page.title === 'Enter password') page = await browser.answer({ password: 'anything' });
  if (page.title === 'Approve sign in request') page = await browser.answer({ number: numberOn(page) });
  if (page.location) return page.location.values;
  throw new Error(`the sign-in ended at “${page.title}”`);
};

export interface TokenAnswer {
  readonly id_token: string;
  readonly access_token: string;
  readonly scope: string;
  readonly error: string;
  readonly error_description: string;
  readonly error_codes: readonly number[];
}

/** Redeems a code as the bot's registration does. */
export const redeem = async ({ sandbox }: Running, code: string | undefined, change: Change = {}) => {
  const form = {
    grant_type: 'authorization_code',
    client_id: sandboxBot.appId,
    client_secret: sandboxBot.appPassword,
    redirect_uri: REDIRECT,
    code_verifier: verifier,
    code,
    ...change,
  };
  const fields = Object.entries(form).filter((field): field is [string, string] => field[1] !== undefined);
  const response = await fetch(sandbox.tokenUrl, { method: 'POST', body: new URLSearchParams(fields) });
  return { status: response.status, body: (await response.json()) as TokenAnswer };
};
