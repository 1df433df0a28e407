import { z } from 'zod';
import { SECOND } from '#platform/lib/clock.ts';
import type { AppSignIn, AppToken } from './app-sign-in.ts';
import { type Credential, credentialNames } from './credential.ts';
import { readSecret } from './credential-file.ts';
import { refusedSignIn } from './sign-in-error.ts';
import { bodyOf, requestToken } from './token-request.ts';

const tokenAnswer = z.object({ access_token: z.string().min(1), expires_in: z.coerce.number().positive() });

/** Client credentials grant (RFC 6749, 4.4): the secret is sent only to the token endpoint. */
export const askWithSecret = async (
  signIn: AppSignIn,
  credential: Credential & { readonly kind: 'secret' },
  correlation: string | undefined,
): Promise<AppToken> => {
  const { owner, clock, scope } = signIn;
  const secret = await readSecret(credential.secret, credentialNames[owner].secretFile);
  const form = {
    grant_type: 'client_credentials',
    client_id: credential.clientId,
    client_secret: secret.reveal(),
    scope,
  };
  const answer = await requestToken(signIn, form, { retry: 'read', correlation });
  const token = answer.status === 200 ? tokenAnswer.safeParse(bodyOf(answer)).data : undefined;
  if (!token) throw refusedSignIn(answer, credential, owner, clock.now());
  return { accessToken: token.access_token, lifeMs: token.expires_in * SECOND };
};
