// In sandbox mode the bot runs in the same process, and restify changes the responses of all its servers.
import 'restify';
import { createHash, randomBytes } from 'node:crypto';
import {
  createSignInBrowser,
  type Page,
  type SignInBrowser,
  signInAs,
} from '../../../../test/support/sign-in-browser.ts';
import { sandboxBot } from '../../../world.ts';
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

/** Opens the program's request in a browser. */
export const open = (browser: SignInBrowser, { sandbox }: Running, change: Change = {}): Promise<Page> =>
  browser.open(`${sandbox.signInUrl}?${parametersOf(change)}`);

/** A browser that stops where the program begins. */
export const createBrowser = (): SignInBrowser => createSignInBrowser(({ port }) => port !== new URL(REDIRECT).port);

/** Signs a person in, and gives the values that the program gets. */
export const signIn = async (
  running: Running,
  person: string,
  change: Change = {},
  browser = createBrowser(),
): Promise<Readonly<Record<string, string>>> => {
  const page = await signInAs(browser, await open(browser, running, change), person);
  if (page.location) return page.location.values;
  throw new Error(`the sign-in ended at “${page.title}”`);
};

interface TokenAnswer {
  readonly id_token: string;
  readonly access_token: string;
  readonly scope: string;
  readonly client_info?: string;
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
