import { importJWK, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import { SECOND } from '../../../src/platform/lib/clock.ts';
import { ALGORITHM, publicPart, type SigningKey, signingKeyMaker } from '../../signing-key.ts';
import type { World } from '../operation.ts';

const SETTING = 'sign-in-key';
const keyOfProcess = signingKeyMaker();

/** The key of the sign-in service, made at its first use and stored. */
export interface Signing {
  /** As published at the keys' address. */
  keys(): Promise<{ readonly keys: readonly object[] }>;
  /** A token for others, with these claims and no more. */
  sign(claims: JWTPayload): Promise<string>;
  /** Something for this service itself, which comes back through a browser. @param purpose nothing else opens it */
  seal(purpose: string, content: JWTPayload, lifeMs: number): Promise<string>;
  /** What was sealed; undefined for anything else, and after its time. */
  open(purpose: string, sealed: string): Promise<JWTPayload | undefined>;
}

/** Times in tokens are the caller's: who checks a token compares it with a clock that nobody moves here. */
export const createSigning = ({
  store: { db },
  clock: { callers: clock },
}: Pick<World, 'store' | 'clock'>): Signing => {
  let loaded: Promise<SigningKey> | undefined;
  const load = async (): Promise<SigningKey> => {
    const stored = await db.selectFrom('settings').select('value').where('name', '=', SETTING).executeTakeFirst();
    const value = stored?.value ?? (await keyOfProcess());
    if (!stored) await db.replaceInto('settings').values({ name: SETTING, value }).execute();
    return JSON.parse(value) as SigningKey;
  };
  const key = (): Promise<SigningKey> => {
    loaded ??= load();
    return loaded;
  };
  const sign: Signing['sign'] = async (claims) => {
    const own = await key();
    return new SignJWT(claims)
      .setProtectedHeader({ typ: 'JWT', alg: ALGORITHM, kid: own.kid })
      .sign(await importJWK(own, ALGORITHM));
  };
  return {
    keys: async () => ({ keys: [publicPart(await key())] }),
    sign,
    seal: (purpose, content, lifeMs) =>
      sign({ ...content, aud: `sandbox:${purpose}`, exp: Math.floor((clock.now() + lifeMs) / SECOND) }),
    open: async (purpose, sealed) => {
      const options = { audience: `sandbox:${purpose}`, algorithms: [ALGORITHM], currentDate: new Date(clock.now()) };
      const own = await importJWK(publicPart(await key()), ALGORITHM);
      return jwtVerify(sealed, own, options).then(
        ({ payload }) => payload,
        () => undefined,
      );
    },
  };
};
