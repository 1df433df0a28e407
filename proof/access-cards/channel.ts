import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { importJWK, type JWK, SignJWT } from 'jose';
import { sandboxBot } from '../../sandbox/world.ts';
import { HOUR, SECOND } from '../../src/platform/lib/clock.ts';
import type { Steward } from '../../test/support/steward.ts';

/** What a token says; each may be forged. Times in milliseconds since 1970. */
export interface Claims {
  readonly iss: string;
  readonly aud: string;
  readonly serviceurl: string;
  readonly nbf: number;
  readonly exp: number;
  /** A key of the forger's own, under the name of the genuine one. */
  readonly forged?: boolean;
}

/** Signs as the sandbox's channel, and hands activities to the bot past it. */
export interface Channel {
  /** Of a valid press now. */
  readonly claims: () => Claims;
  sign(claims: Claims): Promise<string>;
  post(
    activity: unknown,
    authorization: string | undefined,
  ): Promise<{ readonly status: number; readonly text: string }>;
}

const forger: KeyObject = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;

/** @throws Error where the channel has no key yet */
export const openChannel = async (steward: Steward): Promise<Channel> => {
  const store = new DatabaseSync(join(dirname(steward.policyFile), 'teams.db'), { readOnly: true });
  const row = store.prepare(`select value from secrets where name = 'signing-key'`).get();
  store.close();
  const jwk = JSON.parse(String(row?.['value'])) as JWK & { readonly kid: string };
  const genuine = await importJWK(jwk, 'RS256');
  const { issuer } = steward.teams.trust;
  return {
    claims: () => ({
      iss: issuer,
      aud: sandboxBot.appId,
      serviceurl: serviceUrlOf(steward),
      nbf: steward.clock.now(),
      exp: steward.clock.now() + HOUR,
    }),
    sign: async ({ iss, aud, serviceurl, nbf, exp, forged }) => {
      const token = new SignJWT({ iss, aud, serviceurl, nbf: Math.floor(nbf / SECOND), exp: Math.floor(exp / SECOND) });
      const signed = await token.setProtectedHeader({ alg: 'RS256', kid: jwk.kid }).sign(forged ? forger : genuine);
      return `Bearer ${signed}`;
    },
    async post(activity, authorization) {
      const response = await fetch(`${steward.url}/api/messages`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(authorization === undefined ? {} : { authorization }) },
        body: JSON.stringify(activity),
      });
      return { status: response.status, text: await response.text() };
    },
  };
};

export const serviceUrlOf = ({ teams }: Pick<Steward, 'teams'>): string => `${teams.url}/connector/`;
