import { z } from 'zod';
import { sandboxBot } from '../../world.ts';
import { identities } from '../identities.ts';
import { isLoopback } from '../web/exchange.ts';
import { SignInRefusal } from './refusals.ts';

/** A program as the directory's app registrations have it. */
export interface Registration {
  readonly name: string;
  readonly clientId: string;
  readonly secret: string;
  /** Paths that people are led back to, on this machine at any port. */
  readonly replyPaths: readonly string[];
  /** For single sign-on in Teams. */
  readonly idUri?: string;
}

/** Where Steward takes people back (docs/settings.md). */
const REPLY_PATH = '/sign-in/callback';
const [app, reader] = identities;

const registrations: readonly Registration[] = [
  {
    name: sandboxBot.name,
    clientId: sandboxBot.appId,
    secret: sandboxBot.appPassword,
    replyPaths: [REPLY_PATH],
    idUri: sandboxBot.idUri,
  },
  { name: 'steward-bot', clientId: app.clientId, secret: app.clientSecret, replyPaths: [REPLY_PATH] },
  { name: 'steward-bot-reader', clientId: reader.clientId, secret: reader.clientSecret, replyPaths: [] },
];

/** @param clientId in any case */
export const findRegistration = (clientId: string): Registration | undefined =>
  registrations.find((known) => known.clientId === clientId.toLowerCase());

export const registrationOfUri = (uri: string): Registration | undefined =>
  registrations.find(({ idUri }) => idUri === uri);

/** Whether the registration allows this reply address: one of its paths on this machine, with nothing behind it. */
const allowsReply = ({ replyPaths }: Registration, address: string): boolean => {
  const url = URL.parse(address);
  if (!url || !isLoopback(url.href) || url.username + url.password + url.search !== '' || /[#?\\]/.test(address))
    return false;
  return /^https?:$/.test(url.protocol) && replyPaths.includes(url.pathname);
};

/** What a program asks for (OpenID Connect Core, 3.1.2.1; RFC 7636), after the checks. */
export interface AuthorizationRequest {
  readonly clientId: string;
  readonly redirectUri: string;
  readonly state?: string | undefined;
  readonly nonce?: string | undefined;
  readonly challenge?: string | undefined;
  readonly prompt?: Prompt | undefined;
  readonly loginHint?: string | undefined;
  readonly scopes: readonly string[];
  /** Authentication contexts by the token that shall name them. */
  readonly contexts: { readonly idToken: readonly string[]; readonly accessToken: readonly string[] };
}

const prompts = ['login', 'none', 'select_account', 'consent'] as const;
type Prompt = (typeof prompts)[number];

/** The program, and where its answer goes. @throws SignInRefusal, which must not be sent to any address */
export const readReply = (form: URLSearchParams): { readonly registration: Registration; readonly reply: string } => {
  for (const name of new Set(form.keys())) {
    if (form.getAll(name).length > 1) throw new SignInRefusal('9000411', name);
  }
  for (const name of ['client_id', 'redirect_uri']) if (!form.get(name)) throw new SignInRefusal('900144', name);
  const clientId = form.get('client_id') ?? '';
  const registration = findRegistration(clientId);
  if (!registration) throw new SignInRefusal('700016', clientId);
  const reply = form.get('redirect_uri') ?? '';
  if (!allowsReply(registration, reply)) throw new SignInRefusal('50011', reply);
  return { registration, reply };
};

/** @throws SignInRefusal for the program that asks */
export const readRequest = (form: URLSearchParams): AuthorizationRequest => {
  const value = (name: string): string | undefined => form.get(name) || undefined;
  const invalid = (what: string): SignInRefusal => new SignInRefusal('90023', what);
  if ((value('response_mode') ?? 'query') !== 'query') throw invalid('only response_mode=query is taken here');
  const prompt = prompts.find((known) => known === value('prompt'));
  if (value('prompt') !== undefined && prompt === undefined) throw invalid('an unknown prompt');
  return {
    clientId: form.get('client_id') ?? '',
    redirectUri: form.get('redirect_uri') ?? '',
    state: value('state'),
    nonce: value('nonce'),
    challenge: readChallenge(value('code_challenge'), value('code_challenge_method')),
    prompt,
    loginHint: value('login_hint'),
    scopes: readScopes(value('scope')),
    contexts: readContexts(value('claims')),
  };
};

const readChallenge = (challenge: string | undefined, method: string | undefined): string | undefined => {
  if (challenge === undefined && method === undefined) return undefined;
  if (method !== 'S256') throw new SignInRefusal('90023', 'only code_challenge_method=S256 is taken here');
  if (!/^[\w-]{43}$/.test(challenge ?? '')) throw new SignInRefusal('501471');
  return challenge;
};

const OPENID = ['openid', 'profile', 'email', 'offline_access'];
/** What a program may do at the management service in a person's place. */
export const DELEGATED = /^(https?:\/\/[^/\s]+)\/+(user_impersonation|\.default)$/;

/** `openid`, and at most one service beside it. */
const readScopes = (scope: string | undefined): readonly string[] => {
  if (scope === undefined) throw new SignInRefusal('900144', 'scope');
  const scopes = scope.split(' ').filter(Boolean);
  const services = scopes.filter((one) => !OPENID.includes(one));
  const unknown = services.find((one) => !DELEGATED.test(one)) ?? services[1];
  if (unknown !== undefined || scopes.length === 0) throw new SignInRefusal('70011', unknown ?? scope);
  return scopes;
};

const context = z.string().regex(/^c([1-9]|[1-9]\d)$/);
const wish = z
  .looseObject({
    acrs: z.looseObject({ value: context.optional(), values: z.array(context).optional() }).nullish(),
  })
  .optional();
const claims = z.looseObject({ id_token: wish, access_token: wish });

/** The `claims` parameter (OpenID Connect Core, 5.5); of other claims than `acrs` nothing is known here. */
const readContexts = (text: string | undefined): AuthorizationRequest['contexts'] => {
  if (text === undefined) return { idToken: [], accessToken: [] };
  const parsed = claims.safeParse(parse(text));
  if (!parsed.success) throw new SignInRefusal('90023', 'the claims parameter cannot be read');
  const of = (one: z.infer<typeof wish>): readonly string[] => {
    const { value, values = [] } = one?.acrs ?? {};
    return [...(value === undefined ? [] : [value]), ...values];
  };
  return { idToken: of(parsed.data.id_token), accessToken: of(parsed.data.access_token) };
};

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
