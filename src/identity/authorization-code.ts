import { createHash } from 'node:crypto';
import { z } from 'zod';
import { Secret } from '../lib/secret.ts';
import { type ApplicationCredential, clientAuthentication } from './client-authentication.ts';
import type { SignIn } from './sign-in.ts';
import { refusedSignIn } from './sign-in-error.ts';
import { bodyOf, requestToken } from './token-request.ts';

/** An application that people of its directory sign in to. */
export interface Application extends Pick<SignIn, 'http' | 'clock' | 'owner' | 'tokenUrl'> {
  readonly credential: ApplicationCredential;
  /** Where the directory sends a person back to. */
  readonly redirectUri: string;
}

/** What binds the answer of the directory to one sign-in. */
export interface SignInSecrets {
  readonly state: string;
  readonly nonce: string;
  /** Proves to the token endpoint who began (PKCE, RFC 7636). */
  readonly verifier: string;
}

/** `oid` is in an ID token for the scope `profile`. */
const SCOPE = 'openid profile';

/**
 * Where a person signs in anew, whatever sessions their browser has.
 * @param context the Conditional Access authentication context that must be met; undefined for none
 */
export const authorizationAddress = (
  { credential, redirectUri }: Pick<Application, 'credential' | 'redirectUri'>,
  authorizeUrl: string,
  { state, nonce, verifier }: SignInSecrets,
  context: string | undefined,
): string => {
  const query = new URLSearchParams({
    client_id: credential.clientId,
    response_type: 'code',
    redirect_uri: redirectUri,
    response_mode: 'query',
    scope: SCOPE,
    state,
    nonce,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    prompt: 'login',
    ...(context === undefined ? {} : { claims: claimsFor(context) }),
  });
  return `${authorizeUrl}?${query}`;
};

const claimsFor = (context: string): string =>
  JSON.stringify({ id_token: { acrs: { essential: true, value: context } } });

const codeAnswer = z.object({ id_token: z.string().min(1) });

/**
 * The ID token for a code, which is for one use: it is sent again only if it was certainly not looked at.
 * @throws SignInError, or HttpFailure when there is no answer
 */
export const redeemCode = async (
  application: Application,
  { code, verifier }: { readonly code: string; readonly verifier: string },
  correlation: string,
): Promise<Secret> => {
  const { credential, owner, clock, redirectUri } = application;
  const form = {
    grant_type: 'authorization_code',
    ...{ code, redirect_uri: redirectUri, code_verifier: verifier, scope: SCOPE },
    ...(await clientAuthentication(application, credential)),
  };
  const answer = await requestToken(application, form, { retry: 'refused-only', correlation });
  const token = answer.status === 200 ? codeAnswer.safeParse(bodyOf(answer)).data : undefined;
  if (!token) throw refusedSignIn(answer, credential, owner, clock.now());
  return new Secret(token.id_token);
};
