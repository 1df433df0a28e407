import { createHash, timingSafeEqual } from 'node:crypto';
import type { Audit } from '../audit/audit.ts';
import type { SignInSecrets } from '../identity/authorization-code.ts';

/** What binds one sign-in to its browser, its request at the directory, and its press. None of it is stored. */
export interface DerivedSecrets extends SignInSecrets {
  /** The value of the cookie: only the browser that began may end. */
  readonly browser: string;
  /** What the window hands to Teams, and the press brings: only whoever opened the window has it. */
  readonly code: string;
}

/** Each by a purpose of its own from the id and the key in SECRETS_DIR. */
export const secretsOf = (seal: Audit['seal'], id: string): DerivedSecrets => ({
  state: `${id}.${seal('sign-in state', id)}`,
  nonce: seal('sign-in nonce', id),
  verifier: seal('sign-in verifier', id),
  browser: seal('sign-in browser', id),
  code: `${id}.${seal('sign-in code', id)}`,
});

const BOUND = /^([\w-]{22})\.[0-9a-f]{64}$/;

/** The id in a state or a code; undefined for what is neither. */
export const idIn = (text: string): string | undefined => BOUND.exec(text)?.[1];

/** Takes as long wherever they differ. */
export const isSame = (one: string, other: string): boolean => timingSafeEqual(digestOf(one), digestOf(other));

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest();
