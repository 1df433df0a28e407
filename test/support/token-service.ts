import { createHash, generateKeyPairSync, X509Certificate } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { decodeProtectedHeader, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import { listenLocally } from './local-server.ts';

/** An application that the directory knows, by what it may prove itself with. */
interface KnownApplication {
  readonly clientId: string;
  readonly secrets?: readonly string[];
  /** Certificates in PEM. */
  readonly certificates?: readonly string[];
  /** The subject whose federated tokens it trusts. */
  readonly federatedSubject?: string;
}

export interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A request as it came. */
export interface Received {
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  readonly form: URLSearchParams;
}

/** What a code stands for, as the authorize page noted it. */
interface IssuedCode {
  /** PKCE, S256. */
  readonly challenge: string;
  readonly redirectUri: string;
  readonly idToken: string;
}

/**
 * The token endpoint of a directory and the managed identity services of a host, on one port of this machine. Written from
 * Microsoft's pages and RFC 7523: it checks all that it receives.
 */
export interface TokenService {
  readonly url: string;
  readonly tokenUrl: string;
  readonly received: readonly Received[];
  /** The tokens that were given, in order. */
  readonly given: readonly string[];
  know(application: KnownApplication): void;
  /** Identities that are assigned to the host, by client id; the empty one is the system-assigned. */
  assign(...clientIds: readonly string[]): void;
  /** A code that a person's browser brings back. @returns the code */
  issueCode(issued: IssuedCode): string;
  /** In place of the next answers of the token endpoint and the identity services; `lost`: it hangs up. */
  failWith(...answers: readonly (Answer | 'lost')[]): void;
  /** A token of the Kubernetes cluster. */
  federatedToken(claims?: JWTPayload & { readonly expiresIn?: string }): Promise<string>;
  close(): Promise<void>;
}

export const TENANT = 'bbbb0000-0000-4000-8000-00000000000b';
/** What the host puts into IDENTITY_HEADER. */
export const IDENTITY_HEADER = 'canary-identity-header';
const ISSUER = 'https://cluster.example/';
const LIFE_SECONDS = 3_600;
const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

class Refusal extends Error {
  readonly number: number;
  constructor(number: number, message: string) {
    super(message);
    this.number = number;
  }
}

/** @param pages what else stands on that port; undefined for what does not */
export const startTokenService = async (
  pages: (request: Received) => Promise<Answer | undefined> = async () => undefined,
): Promise<TokenService> => {
  const applications: KnownApplication[] = [];
  const received: Received[] = [];
  const given: string[] = [];
  const failures: (Answer | 'lost')[] = [];
  const usedIds = new Set<unknown>();
  const codes = new Map<string, IssuedCode>();
  let assigned: readonly string[] = [];
  const cluster = generateKeyPairSync('rsa', { modulusLength: 2_048 });

  const next = (): string => {
    const token = `canary-token-${given.length + 1}`;
    given.push(token);
    return token;
  };

  const checkAssertion = async (application: KnownApplication, form: URLSearchParams): Promise<void> => {
    if (form.get('client_assertion_type') !== ASSERTION_TYPE) throw new Refusal(900144, 'client_assertion_type');
    const assertion = form.get('client_assertion') ?? '';
    const claims = assertion.split('.')[1] ?? '';
    const { iss } = JSON.parse(Buffer.from(claims, 'base64url').toString() || '{}');
    if (iss === ISSUER) await checkFederated(application, assertion);
    else await checkSigned(application, assertion);
  };

  const checkFederated = async ({ federatedSubject }: KnownApplication, assertion: string): Promise<void> => {
    const { payload } = await jwtVerify(assertion, cluster.publicKey, { algorithms: ['RS256'] }).catch(() => {
      throw new Refusal(700024, 'Client assertion is not within its valid time range.');
    });
    if (payload.aud !== 'api://AzureADTokenExchange')
      throw new Refusal(700212, 'No matching federated identity record.');
    if (federatedSubject === undefined || payload.sub !== federatedSubject)
      throw new Refusal(700213, 'No matching federated identity record found for presented assertion subject.');
  };

  /** RFC 7523, 3, with the header that Entra ID wants. */
  const checkSigned = async ({ certificates = [], clientId }: KnownApplication, assertion: string): Promise<void> => {
    const header = decodeProtectedHeader(assertion);
    const own = certificates.find((one) => thumbprintOf(one) === header['x5t#S256']);
    if (!own) throw new Refusal(700027, 'The certificate is not registered on application.');
    const [leaf] = header.x5c ?? [];
    if (leaf !== new X509Certificate(own).raw.toString('base64'))
      throw new Refusal(700027, 'x5c is not the certificate.');
    const claims = { issuer: clientId, subject: clientId, requiredClaims: ['exp', 'nbf', 'jti'] };
    // The library rounds to the next second, which Entra ID tolerates too.
    const options = { algorithms: ['PS256'], ...claims, clockTolerance: 1 };
    const { payload } = await jwtVerify(assertion, new X509Certificate(own).publicKey, options).catch(
      (error: Error) => {
        throw new Refusal(/signature/.test(error.message) ? 700027 : 700024, error.message);
      },
    );
    if (payload.aud !== tokenUrl())
      throw new Refusal(700023, 'Client assertion audience claim does not match Realm issuer.');
    if ((payload.exp ?? 0) - (payload.nbf ?? 0) > 600)
      throw new Refusal(700024, 'The assertion is valid for too long.');
    if (usedIds.has(payload.jti)) throw new Refusal(700025, 'The assertion was used before.');
    usedIds.add(payload.jti);
  };

  const answerToken = async ({ form, headers }: Received): Promise<Answer> => {
    if (headers['content-type']?.startsWith('application/x-www-form-urlencoded') !== true)
      throw new Refusal(900144, 'The body is no form.');
    const isForCode = form.get('grant_type') === 'authorization_code';
    if (!isForCode && form.get('grant_type') !== 'client_credentials') throw new Refusal(70003, 'grant_type');
    if (!isForCode && !form.get('scope')?.endsWith('/.default')) throw new Refusal(1002012, 'scope');
    const application = applications.find(({ clientId }) => clientId === form.get('client_id'));
    if (!application) throw new Refusal(700016, 'Application was not found.');
    const secret = form.get('client_secret');
    if (secret === null) await checkAssertion(application, form);
    else if (!application.secrets?.includes(secret)) throw new Refusal(7000215, 'Invalid client secret provided.');
    const body = { token_type: 'Bearer', expires_in: LIFE_SECONDS, access_token: next() };
    return { status: 200, body: isForCode ? { ...body, id_token: redeem(form) } : body };
  };

  /** RFC 6749, 4.1.3, and RFC 7636, 4.6; a code is for one use. */
  const redeem = (form: URLSearchParams): string => {
    const code = form.get('code') ?? '';
    const issued = codes.get(code);
    codes.delete(code);
    if (!issued) throw new Refusal(70008, 'The provided authorization code has expired or was redeemed.');
    if (form.get('redirect_uri') !== issued.redirectUri) throw new Refusal(500112, 'The reply URL does not match.');
    const verifier = form.get('code_verifier') ?? '';
    if (!/^[\w.~-]{43,128}$/.test(verifier) || s256(verifier) !== issued.challenge)
      throw new Refusal(501481, 'The Code_Verifier does not match the code_challenge.');
    return issued.idToken;
  };

  /** The metadata service of a virtual machine, and the service of App Service and Container Apps. */
  const answerIdentity = ({ path, query, headers }: Received): Answer => {
    const isMetadata = path === '/metadata/identity/oauth2/token';
    const isKnown = isMetadata
      ? headers['metadata'] === 'true' && query.get('api-version') === '2018-02-01'
      : headers['x-identity-header'] === IDENTITY_HEADER && query.get('api-version') === '2019-08-01';
    const resource = query.get('resource') ?? '';
    if (!isKnown || headers['x-forwarded-for'] !== undefined || !/^https?:\/\/[^/]+$/.test(resource))
      return { status: 400, body: { error: 'invalid_request', error_description: 'The request is not valid.' } };
    if (!assigned.includes(query.get('client_id') ?? ''))
      return { status: 400, body: { error: 'invalid_request', error_description: 'Identity not found' } };
    const expiresOn = Math.floor(Date.now() / 1_000) + LIFE_SECONDS;
    return {
      status: 200,
      body: { access_token: next(), expires_on: String(expiresOn), resource, token_type: 'Bearer' },
    };
  };

  const answerTo = async (request: Received): Promise<Answer | 'lost'> => {
    const page = await pages(request);
    if (page) return page;
    const failure = failures.shift();
    if (failure) return failure;
    if (request.path !== `/${TENANT}/oauth2/v2.0/token`) return answerIdentity(request);
    try {
      return await answerToken(request);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { number, message } = error;
      const description = `AADSTS${number}: ${message} Trace ID: t-1`;
      const body = { error: 'invalid_client', error_description: description, error_codes: [number], trace_id: 't-1' };
      return { status: 401, body };
    }
  };

  const server = createServer(async (request, response) => {
    const { pathname, searchParams: query } = new URL(request.url ?? '/', 'http://localhost');
    // The library adds a slash to the address of a managed identity service.
    const path = pathname.replace(/\/$/, '');
    const form = new URLSearchParams(Buffer.concat(await request.toArray()).toString());
    const one = { path, query, headers: request.headers, form };
    received.push(one);
    const answer = await answerTo(one);
    if (answer === 'lost') return void request.socket.destroy();
    // The client may be gone.
    if (response.destroyed) return;
    const { status, body, headers = {} } = answer;
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(body));
  });
  const { url, close } = await listenLocally(server);
  const tokenUrl = (): string => `${url}/${TENANT}/oauth2/v2.0/token`;

  return {
    url,
    tokenUrl: tokenUrl(),
    received,
    given,
    know: (application) => void applications.unshift(application),
    assign: (...clientIds) => {
      assigned = clientIds;
    },
    issueCode(issued) {
      const code = `canary-code-${codes.size + 1}`;
      codes.set(code, issued);
      return code;
    },
    failWith: (...answers) => void failures.push(...answers),
    federatedToken: ({ expiresIn = '1h', ...claims } = {}) =>
      new SignJWT({ sub: 'system:serviceaccount:steward:steward', aud: 'api://AzureADTokenExchange', ...claims })
        .setProtectedHeader({ alg: 'RS256' })
        .setIssuer(ISSUER)
        .setIssuedAt()
        .setExpirationTime(expiresIn)
        .sign(cluster.privateKey),
    close,
  };
};

const thumbprintOf = (pem: string): string =>
  createHash('sha256').update(new X509Certificate(pem).raw).digest('base64url');

const s256 = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url');
