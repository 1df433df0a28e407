import { createHash, timingSafeEqual } from 'node:crypto';
import type { Audit } from '#platform/audit/audit.ts';
import type { SignInSecrets } from '#platform/identity/authorization-code.ts';

/** What binds one opening of the window to its browser and its request at the directory. None of it is stored. */
export interface OpeningSecrets extends SignInSecrets {
  /** The value of the cookie: only the browser that began may end. Made anew each time the window opens. */
  readonly browser: string;
}

/** Each by a purpose of its own from the id, the browser's cookie and the key in SECRETS_DIR. */
export const openingOf = (seal: Audit['seal'], id: string, browser: string): OpeningSecrets => ({
  browser,
  state: `${id}.${seal('sign-in state', [id, browser])}`,
  nonce: seal('sign-in nonce', [id, browser]),
  verifier: seal('sign-in verifier', [id, browser]),
});

/** What the window hands to Teams, and the press brings: only whoever signed in has it. */
export const codeOf = (seal: Audit['seal'], id: string): string => `${id}.${seal('sign-in code', id)}`;

const BOUND = /^([\w-]{22})\.[0-9a-f]{64}$/;

/** The id in a state or a code; undefined for what is neither. */
export const idIn = (text: string): string | undefined => BOUND.exec(text)?.[1];

/** Takes as long wherever they differ. */
export const isSame = (one: string, other: string): boolean => timingSafeEqual(digestOf(one), digestOf(other));

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest();
