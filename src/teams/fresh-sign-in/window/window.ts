import { HttpFailure } from '#platform/http/message.ts';
import { type Application, authorizationAddress, redeemCode } from '#platform/identity/authorization-code.ts';
import { directoryAddresses } from '#platform/identity/cloud.ts';
import {
  type CheckedToken,
  createPersonKeys,
  type ExpectedToken,
  verifyPersonToken,
} from '#platform/identity/person-token.ts';
import { SignInError } from '#platform/identity/sign-in-error.ts';
import { MINUTE, SECOND } from '#platform/lib/clock.ts';
import { cookieIn } from '#platform/lib/html.ts';
import type { Secret } from '#platform/lib/secret.ts';
import { clean } from '#platform/lib/text.ts';
import { createBuckets } from '#platform/lib/token-buckets.ts';
import {
  type CheckedProof,
  codeOf,
  confirmWith,
  idIn,
  isSame,
  type OpeningSecrets,
  openingOf,
  type SignInProof,
  unfit,
} from '../confirmation.ts';
import type { FreshSignIns, FreshSignInsDeps, WindowAnswer, WindowRequest } from '../fresh-sign-ins.ts';
import { type FreshSignIn, findSignIn, isOver, LIFE_MS, markSigned, useToken } from '../store.ts';
import { sendOn, type WindowPage, windowFile, windowPage } from './page.ts';

export const createSignInService = (deps: FreshSignInsDeps): FreshSignIns => {
  const { settings, http, audit, jobs, ids, clock, log } = deps;
  const { tenantId, credential, exchange } = settings;
  const { keysUrl, issuer, authorizeUrl } = directoryAddresses(settings.tokenUrl);
  const keys = createPersonKeys({ http, keysUrl, issuer, clock, log });

  const verify = (token: Secret, expected: ExpectedToken) =>
    verifyPersonToken(token, expected, { keys, issuer, appId: credential.clientId, tenantId, now: clock.now() });

  const check = async (proof: SignInProof): Promise<CheckedProof> => {
    if (proof.is === 'code') return proof;
    const checked = await verify(proof.token, 'exchange');
    if ('fault' in checked) log.warn('sign-in.token-refused', { reason: checked.fault });
    return { is: 'token', id: proof.id, checked };
  };

  const startAddress = (id: string): string => `${settings.publicUrl()}/sign-in/start?id=${id}`;
  const window = createSignInWindow({ ...deps, authorizeUrl, verify, startAddress });

  return {
    prepare: async (proof) => confirmWith({ audit, jobs, ids, startAddress, exchange }, proof && (await check(proof))),
    answer: async (request) => {
      if (request.name === 'start') return window.start(request);
      if (request.name === 'callback') return window.callback(request);
      return windowFile(request.name);
    },
  };
};

interface WindowDeps extends FreshSignInsDeps {
  readonly authorizeUrl: string;
  verify(token: Secret, expected: ExpectedToken): Promise<CheckedToken>;
  startAddress(id: string): string;
}

/** What the person's browser does between the press that asks and the code that Teams gets. */
interface SignInWindow {
  /** Sends the browser to the directory. */
  start(request: WindowRequest): Promise<WindowAnswer>;
  /** Takes what the directory sent back. */
  callback(request: WindowRequest): Promise<WindowAnswer>;
}

const ID = /^[\w-]{22}$/;
const LONGEST = 4_096;
/** Requests to the directory's token endpoint: of one sign-in, and of all. Nobody signs in more often. */
const ONES = { count: 10, within: LIFE_MS };
const ALL = { count: 60, within: MINUTE };
const MOST_IDS = 10_000;

export const createSignInWindow = (deps: WindowDeps): SignInWindow => {
  const { settings, database, audit, texts, clock, ids, log, authorizeUrl, personTokens } = deps;
  const { db } = database;
  const asked = createBuckets(MOST_IDS);

  /** Whether the directory may be asked once more: whoever has a right state can come back with any number of made-up codes. */
  const mayAsk = (id: string): boolean => {
    const now = clock.now();
    const rates = [[id, ONES] as const, ['', ALL] as const];
    if (rates.some(([key, rate]) => asked.shutUntil(key, rate, now) !== undefined)) return false;
    for (const [key, rate] of rates) asked.take(key, rate, now);
    return true;
  };

  const application = (): Application => ({
    ...{ http: deps.http, clock, owner: 'bot', tokenUrl: settings.tokenUrl, credential: settings.credential },
    redirectUri: `${settings.publicUrl()}/sign-in/callback`,
  });

  /** The cloud, where this sign-in is to bring a token for it. */
  const serviceOf = ({ withToken }: FreshSignIn): string | undefined => (withToken ? personTokens?.scope : undefined);

  const page = (shown: WindowPage, { language }: WindowRequest): WindowAnswer =>
    windowPage(shown, texts.for(language), settings.teamsOrigin);

  /** The sign-in that can still be made, or what the person reads instead. */
  const findUsable = async (id: string): Promise<FreshSignIn | WindowPage> => {
    const signIn = await findSignIn(audit, db, id);
    if (!signIn?.genuine && signIn?.state !== 'used') return { end: 'unknown' };
    if (signIn.state === 'used') return { end: 'used' };
    if (isOver(signIn, clock.now())) return { end: 'over' };
    // The code is handed over once, to whoever proved to be its person: never to a later visitor with the same address.
    return signIn.state === 'signed' ? { end: 'before' } : signIn;
  };

  const start = async (request: WindowRequest): Promise<WindowAnswer> => {
    const id = request.query.get('id') ?? '';
    const signIn: FreshSignIn | WindowPage = ID.test(id) ? await findUsable(id) : { end: 'unknown' };
    if ('end' in signIn) return page(signIn, request);
    const secrets = openingOf(audit.seal, id, ids.opaque());
    const wanted = { context: signIn.context, service: serviceOf(signIn) };
    const address = authorizationAddress(application(), authorizeUrl, secrets, wanted);
    return sendOn(address, cookieOf(id, secrets.browser, settings.publicUrl()));
  };

  const callback = async (request: WindowRequest): Promise<WindowAnswer> => {
    const state = request.query.get('state') ?? '';
    const id = idIn(state);
    if (id === undefined) return page({ end: 'unknown' }, request);
    const browser = cookieIn(request.cookie, cookieName(id));
    if (browser === undefined)
      return page({ end: (await findSignIn(audit, db, id)) ? 'otherBrowser' : 'unknown' }, request);
    const secrets = openingOf(audit.seal, id, browser);
    if (!isSame(state, secrets.state)) return page({ end: 'unknown' }, request);
    const signIn = await findUsable(id);
    if ('end' in signIn) return page(signIn, request);
    const ended = await complete(signIn, request.query, secrets);
    return page(ended.code === undefined ? { ...ended, retry: deps.startAddress(id) } : ended, request);
  };

  const complete = async (
    signIn: FreshSignIn,
    query: URLSearchParams,
    { verifier, nonce }: OpeningSecrets,
  ): Promise<WindowPage> => {
    const correlation = ids.opaque();
    const code = query.get('code');
    if (code === null || code === '' || code.length > LONGEST) return refusedByDirectory(query);
    if (!mayAsk(signIn.id)) return { end: 'tooMany' };
    const given = { code, verifier, service: serviceOf(signIn) };
    const redeemed = await redeemCode(application(), given, correlation).catch((error: unknown) =>
      notRedeemed(error, correlation),
    );
    if ('end' in redeemed) return redeemed;
    const checked = await deps.verify(redeemed.idToken, { nonce });
    if ('fault' in checked) {
      log.warn('sign-in.token-refused', { correlation, reason: checked.fault });
      return { end: 'invalid', help: correlation };
    }
    if (checked.objectId !== signIn.person) {
      const { change: target } = signIn;
      await audit.refused({ target, actor: checked.objectId, conversation: '', reason: 'signin.page.otherPerson' });
      return { end: 'otherPerson' };
    }
    const weak = unfit(checked, signIn, clock.now());
    if (weak) return { end: weak };
    const isSigned = await database.transaction(async (trx) => {
      if (!(await useToken(trx, checked, clock.now())) || !(await markSigned(audit, trx, signIn.id, checked)))
        return false;
      if (redeemed.access) await personTokens?.keep(trx, signIn, redeemed.access);
      return true;
    });
    return isSigned ? { end: 'signed', code: codeOf(audit.seal, signIn.id) } : { end: 'before' };
  };

  const notRedeemed = (error: unknown, correlation: string): WindowPage => {
    log.warn('sign-in.code-refused', { correlation, error });
    if (error instanceof HttpFailure) return { end: 'unanswered' };
    if (!(error instanceof SignInError)) throw error;
    return error.retryable ? { end: 'unanswered' } : { end: 'refused', help: error.refusal?.code || correlation };
  };

  /** RFC 6749, 4.1.2.1: `access_denied` is the person's own no. */
  const refusedByDirectory = (query: URLSearchParams): WindowPage => {
    const error = clean(query.get('error') ?? '', 100);
    if (error === 'access_denied') return { end: 'cancelled' };
    const [number] = /\bAADSTS\d{5,8}\b/.exec(query.get('error_description') ?? '') ?? [];
    log.warn('sign-in.refused', { code: number ?? error });
    if (error === 'temporarily_unavailable' || error === 'server_error') return { end: 'unanswered' };
    return { end: 'refused', help: number ?? error };
  };

  return { start, callback };
};

const cookieName = (id: string): string => `steward-sign-in-${id}`;

/** Only over https, except on this machine. The directory sends the browser back from another site: hence Lax. */
const cookieOf = (id: string, value: string, publicUrl: string): string => {
  const age = Math.floor(LIFE_MS / SECOND);
  const secure = publicUrl.startsWith('https:') ? '; Secure' : '';
  return `${cookieName(id)}=${value}; Max-Age=${age}; Path=/sign-in; HttpOnly; SameSite=Lax${secure}`;
};
