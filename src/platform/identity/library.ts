import { AsyncLocalStorage } from 'node:async_hooks';
import {
  AuthError,
  type AuthenticationResult,
  ConfidentialClientApplication,
  type INetworkModule,
  ManagedIdentityApplication,
  type NetworkRequestOptions,
  type NetworkResponse,
} from '@azure/msal-node';
import { HttpFailure, type HttpRequest } from '#platform/http/message.ts';
import { type Clock, systemClock } from '#platform/lib/clock.ts';
import { type AppSignIn, type AppToken, SIGN_IN_DEADLINE_MS, SIGN_IN_MAX_BYTES } from './access-token.ts';
import { readCertificate } from './certificate.ts';
import {
  type Credential,
  credentialNames,
  FEDERATED_TOKEN_FILE,
  type Owner,
  readCredentialFile,
} from './credential.ts';
import { refusedSignIn, type SignInError } from './sign-in-error.ts';

/** What the library needs for a sign-in without a client secret. */
type Proof = Exclude<Credential, { readonly kind: 'secret' }>;

/** One question of the library to the sign-in service. */
interface Question extends AppSignIn {
  readonly correlation: string | undefined;
  /** Why there was no answer, which the library would replace by an error of its own. */
  failure?: unknown;
}

/** The library keeps the network module of its first managed identity for the process: which question it asks is told here. */
const questions = new AsyncLocalStorage<Question>();

/** Signs in through Microsoft's library, asked anew for each token, so that a renewed file counts. @throws SignInError or HttpFailure */
export const askThroughLibrary = async (
  signIn: AppSignIn,
  credential: Proof,
  correlation: string | undefined,
): Promise<AppToken> => {
  const question: Question = { ...signIn, correlation };
  const refused = (code: string): SignInError => {
    const text = JSON.stringify({ error: code });
    return refusedSignIn({ status: 400, headers: {}, text }, credential, signIn.owner, signIn.clock.now());
  };
  const result = await questions
    .run(question, () =>
      credential.kind === 'managed' ? askManagedIdentity(signIn, credential) : askTokenEndpoint(signIn, credential),
    )
    .catch((error: unknown) => {
      // Its own errors may quote what was sent: only their code is kept.
      if (error instanceof AuthError) throw question.failure ?? refused(error.errorCode);
      throw error;
    });
  // The library counts by the machine's own clock.
  const lifeMs = (result?.expiresOn?.getTime() ?? 0) - systemClock.now();
  if (!result || lifeMs <= 0) throw refused('');
  return { accessToken: result.accessToken, lifeMs };
};

const askTokenEndpoint = async (
  { clock, owner, tokenUrl, scope }: AppSignIn,
  credential: Exclude<Proof, { readonly kind: 'managed' }>,
): Promise<AuthenticationResult | null> => {
  const application = new ConfidentialClientApplication({
    auth: {
      clientId: credential.clientId,
      ...authorityOf(tokenUrl),
      ...(credential.kind === 'certificate'
        ? { clientCertificate: await certificateIn(credential.file, owner, clock) }
        : { clientAssertion: await readCredentialFile(credential.file, FEDERATED_TOKEN_FILE) }),
    },
    system: { networkClient },
  });
  return application.acquireTokenByClientCredential({ scopes: [scope], skipCache: true, azureRegion: NO_REGION });
};

/** Our door retries. */
const askManagedIdentity = async (
  { scope }: AppSignIn,
  { clientId }: Proof & { readonly kind: 'managed' },
): Promise<AuthenticationResult> =>
  new ManagedIdentityApplication({
    ...(clientId === undefined ? {} : { managedIdentityIdParams: { userAssignedClientId: clientId } }),
    system: { networkClient, disableInternalRetries: true },
  }).acquireToken({ resource: scope, forceRefresh: true });

/** The global endpoint of the directory, whatever the library's own variables say. */
const NO_REGION = 'DisableMsalForceRegion';

const certificateIn = async (file: string, owner: Owner, clock: Clock) => {
  const setting = credentialNames[owner].certificate;
  const { privateKey, chain, thumbprint } = readCertificate(
    await readCredentialFile(file, setting),
    setting,
    clock.now(),
  );
  return { privateKey, x5c: chain, thumbprintSha256: thumbprint };
};

/** The library is given the endpoint, so that it looks for no other; its authority must be https, also where that is not. */
const authorityOf = (tokenUrl: string) => {
  const { host, pathname } = new URL(tokenUrl);
  const authority = `https://${host}/${pathname.split('/')[1]}`;
  const endpoints = {
    issuer: authority,
    authorization_endpoint: tokenUrl,
    token_endpoint: tokenUrl,
    jwks_uri: tokenUrl,
  };
  return { authority, knownAuthorities: [host], authorityMetadata: JSON.stringify(endpoints) };
};

/** The library's way out is our own: deadline, size limit, retries, the company's proxy. */
const networkClient: INetworkModule = {
  // A repeated read does no harm.
  sendGetRequestAsync: <T>(url: string, options?: NetworkRequestOptions) =>
    send<T>({ method: 'GET', url, retry: 'read' }, options),
  // An assertion is for one use: it is sent again only if it was certainly not looked at.
  sendPostRequestAsync: <T>(url: string, options?: NetworkRequestOptions) =>
    send<T>({ method: 'POST', url, retry: 'refused-only' }, options),
};

const send = async <T>(
  request: Pick<HttpRequest, 'method' | 'url' | 'retry'>,
  { headers = {}, body }: NetworkRequestOptions = {},
): Promise<NetworkResponse<T>> => {
  const question = questions.getStore();
  if (!question) throw new Error('the library asks without a question of ours');
  const { http, clock, owner, credential, correlation } = question;
  try {
    const answer = await http.send({
      ...request,
      origin: originFor(question, request.url),
      headers,
      ...(body === undefined ? {} : { body }),
      deadlineMs: SIGN_IN_DEADLINE_MS,
      maxBytes: SIGN_IN_MAX_BYTES,
      credential: `${owner}-sign-in`,
      ...(correlation === undefined ? {} : { correlation }),
    });
    if (answer.status !== 200) throw refusedSignIn(answer, credential, owner, clock.now());
    return { status: answer.status, headers: { ...answer.headers }, body: JSON.parse(answer.text) };
  } catch (error) {
    question.failure = error instanceof SyntaxError ? undefined : error;
    throw error;
  }
};

/** This machine, and the link-local network where a host has its managed identity service. */
const HERE = /^(127\.\d+\.\d+\.\d+|169\.254\.\d+\.\d+|localhost|\[::1\])$/;

/** Assertions go to the token endpoint only. A managed identity is asked on this host only: the request has the host's own secret. */
const originFor = ({ credential, tokenUrl }: Question, url: string): string => {
  if (credential.kind !== 'managed') return new URL(tokenUrl).origin;
  const { origin, hostname, host } = new URL(url);
  if (HERE.test(hostname)) return origin;
  throw new HttpFailure('wrong-origin', host);
};
