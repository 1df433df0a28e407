import { createHash } from 'node:crypto';
import { z } from 'zod';
import { SECOND } from '#platform/lib/clock.ts';
import { Secret } from '#platform/lib/secret.ts';
import { type AppSignIn, bodyOf, requestToken } from './access-token.ts';
import { type ApplicationCredential, clientAuthentication } from './client-authentication.ts';
import { refusedSignIn } from './sign-in-error.ts';

/** An application that people of its directory sign in to. */
export interface Application extends Pick<AppSignIn, 'http' | 'clock' | 'owner' | 'tokenUrl'> {
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

/** What is asked of a sign-in. */
interface SignInRequest {
  /** The Conditional Access authentication context that must be met; undefined for none. */
  readonly context: string | undefined;
  /** A service for which a token in the person's name is asked too. */
  readonly service: string | undefined;
}

/** A token for a service in a person's name. */
export interface AccessGrant {
  readonly token: Secret;
  readonly lifeMs: number;
}

/** `oid` is in an ID token for the scope `profile`. */
const scopesFor = ({ service }: Pick<SignInRequest, 'service'>): string =>
  ['openid', 'profile', ...(service === undefined ? [] : [service])].join(' ');

/** Where a person signs in anew, whatever sessions their browser has. */
export const authorizationAddress = (
  { credential, redirectUri }: Pick<Application, 'credential' | 'redirectUri'>,
  authorizeUrl: string,
  { state, nonce, verifier }: SignInSecrets,
  asked: SignInRequest,
): string => {
  const query = new URLSearchParams({
    client_id: credential.clientId,
    response_type: 'code',
    redirect_uri: redirectUri,
    response_mode: 'query',
    scope: scopesFor(asked),
    state,
    nonce,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    prompt: 'login',
    ...claimsFor(asked),
  });
  return `${authorizeUrl}?${query}`;
};

const claimsFor = ({ context, service }: SignInRequest): { readonly claims?: string } => {
  if (context === undefined) return {};
  const wanted = { acrs: { essential: true, value: context } };
  return { claims: JSON.stringify({ id_token: wanted, ...(service === undefined ? {} : { access_token: wanted }) }) };
};

const present = z.string().min(1);
const idAnswer = z.object({ id_token: present });
const accessAnswer = z.object({ access_token: present, expires_in: z.coerce.number().positive() });

/** What the directory gives for a code. */
interface RedeemedCode {
  readonly idToken: Secret;
  /** For the service, where one was asked for. */
  readonly access: AccessGrant | undefined;
}

/** The tokens for a code, sent again only if certainly not looked at. @throws SignInError, or HttpFailure without an answer */
export const redeemCode = async (
  application: Application,
  { code, verifier, service }: Pick<SignInRequest, 'service'> & { readonly code: string; readonly verifier: string },
  correlation: string,
): Promise<RedeemedCode> => {
  const { credential, owner, clock, redirectUri } = application;
  const form = {
    grant_type: 'authorization_code',
    ...{ code, redirect_uri: redirectUri, code_verifier: verifier, scope: scopesFor({ service }) },
    ...(await clientAuthentication(application, credential)),
  };
  const answer = await requestToken(application, form, { retry: 'refused-only', correlation });
  const body = answer.status === 200 ? bodyOf(answer) : undefined;
  const id = idAnswer.safeParse(body).data;
  const access = service === undefined ? undefined : accessAnswer.safeParse(body).data;
  if (!id || (service !== undefined && !access)) throw refusedSignIn(answer, credential, owner, clock.now());
  return {
    idToken: new Secret(id.id_token),
    access: access && { token: new Secret(access.access_token), lifeMs: access.expires_in * SECOND },
  };
};
