import { z } from 'zod';
import { SECOND } from '../lib/clock.ts';
import { type Credential, credentialNames } from './credential.ts';
import { readSecret } from './credential-file.ts';
import type { Grant, SignIn } from './sign-in.ts';
import { refusedSignIn } from './sign-in-error.ts';

export const SIGN_IN_DEADLINE_MS = 15 * SECOND;
export const SIGN_IN_MAX_BYTES = 64 * 1024;

const tokenAnswer = z.object({ access_token: z.string().min(1), expires_in: z.coerce.number().positive() });

/** Client credentials grant (RFC 6749, 4.4): the secret is sent only to the token endpoint. */
export const askWithSecret = async (
  { http, clock, owner, tokenUrl, scope }: SignIn,
  credential: Credential & { readonly kind: 'secret' },
  correlation: string | undefined,
): Promise<Grant> => {
  const secret = await readSecret(credential.secret, credentialNames[owner].secretFile);
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: credential.clientId,
    client_secret: secret.reveal(),
    scope,
  });
  const answer = await http.send({
    method: 'POST',
    url: tokenUrl,
    origin: new URL(tokenUrl).origin,
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
    body: form.toString(),
    retry: 'read',
    deadlineMs: SIGN_IN_DEADLINE_MS,
    maxBytes: SIGN_IN_MAX_BYTES,
    credential: `${owner}-sign-in`,
    ...(correlation === undefined ? {} : { correlation }),
  });
  const token = answer.status === 200 ? tokenAnswer.safeParse(parseJson(answer.text)).data : undefined;
  if (!token) throw refusedSignIn(answer, credential, owner, clock.now());
  return { accessToken: token.access_token, lifeMs: token.expires_in * SECOND };
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
