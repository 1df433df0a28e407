import { createHash, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { Audit } from '#platform/audit/audit.ts';
import type { SignInSecrets } from '#platform/identity/authorization-code.ts';
import { type CheckedToken, type PersonToken, SKEW_MS } from '#platform/identity/person-token.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import type { TextName } from '#platform/lib/errors.ts';
import type { Ids } from '#platform/lib/ids.ts';
import type { Secret } from '#platform/lib/secret.ts';
import type { Trx } from '#platform/storage/database.ts';
import { pruneLater } from './fresh-sign-ins.ts';
import {
  type FreshSignIn,
  findSignIn,
  isOver,
  markUsed,
  openSignIn,
  type SignInTerms,
  useToken,
  type WantedSignIn,
} from './store.ts';

/** What binds one opening of the window to its browser and its request at the directory. None of it is stored. */
export interface OpeningSecrets extends SignInSecrets {
  /** The value of the cookie: only the browser that began may end. Made anew each time the window opens. */
  readonly browser: string;
}

/** Each by a purpose of its own from the id, the browser's cookie and the key in SECRETS_DIR. */
export const openingOf = (seal: Audit['seal'], id: string, browser: string): OpeningSecrets => ({
  browser,
  state: `${id}.${seal('sign-in state', [id, browser])}`,
  nonce: seal('sign-in nonce', [id, browser]),
  verifier: seal('sign-in verifier', [id, browser]),
});

/** What the window hands to Teams, and the press brings: only whoever signed in has it. */
export const codeOf = (seal: Audit['seal'], id: string): string => `${id}.${seal('sign-in code', id)}`;

const BOUND = /^([\w-]{22})\.[0-9a-f]{64}$/;

/** The id in a state or a code; undefined for what is neither. */
export const idIn = (text: string): string | undefined => BOUND.exec(text)?.[1];

/** Takes as long wherever they differ. */
export const isSame = (one: string, other: string): boolean => timingSafeEqual(digestOf(one), digestOf(other));

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest();

/** What a press brings of a sign-in: what the window handed over, or a token that Teams got for the person. */
export type SignInProof =
  | { readonly is: 'code'; readonly code: string }
  | { readonly is: 'token'; readonly id: string; readonly token: Secret };

/** A press whose client can ask its person to sign in, with what it brings of a sign-in: nothing before it was asked for. */
export interface SignInPress {
  readonly proof?: SignInProof;
}

/** The same after the token was verified. */
export type CheckedProof =
  | (SignInProof & { readonly is: 'code' })
  | { readonly is: 'token'; readonly id: string; readonly checked: CheckedToken };

/** What a client asks its person for. */
interface LoginRequest {
  readonly id: string;
  /** What the window opens. */
  readonly address: string;
  /** The address of the application for which Teams may get a token by itself. */
  readonly exchange: string | undefined;
}

/** Why what a press brought does not count. */
type ProofFault = TextName<'signin.refused'>;

/** A sign-in that was used up for a decision. */
export interface UsedSignIn {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly signedInAt: number;
  readonly way: SignInProof['is'];
  readonly context: string | undefined;
}

export type Confirmed =
  | { readonly is: 'confirmed'; readonly signIn: UsedSignIn }
  | { readonly is: 'asked'; readonly request: LoginRequest }
  | { readonly is: 'refused'; readonly fault: ProofFault; readonly proof: SignInProof['is'] };

/** The person is asked to sign in, or what they brought of a sign-in does not count. */
export type Unconfirmed = Exclude<Confirmed, { readonly is: 'confirmed' }>;

/** Confirms one decision in its transaction: uses up what the press brought, or says what the client shall ask for. */
export type Confirm = (trx: Trx, wanted: WantedSignIn, now: number) => Promise<Confirmed>;

interface ConfirmDeps {
  readonly audit: Pick<Audit, 'seal' | 'proven'>;
  readonly jobs: Pick<Jobs, 'schedule'>;
  readonly ids: Ids;
  readonly startAddress: (id: string) => string;
  readonly exchange: string | undefined;
}

export const confirmWith =
  (deps: ConfirmDeps, proof: CheckedProof | undefined): Confirm =>
  (trx, wanted, now) => {
    if (!proof) return ask(deps, trx, wanted, now);
    return proof.is === 'code' ? useCode(deps, trx, proof, wanted, now) : useExchanged(deps, trx, proof, wanted, now);
  };

/** A press that comes twice is asked for the same sign-in. */
const ask = async (deps: ConfirmDeps, trx: Trx, wanted: WantedSignIn, now: number): Promise<Confirmed> => {
  const { id, isNew } = await openSignIn(deps.audit, trx, deps.ids.opaque(), wanted, now);
  if (isNew) await deps.jobs.schedule(trx, pruneLater(now));
  // A token of single sign-on is for Steward alone: it gives none for the cloud.
  const exchange = wanted.withToken ? undefined : deps.exchange;
  return { is: 'asked', request: { id, address: deps.startAddress(id), exchange } };
};

const useCode = async (
  { audit }: ConfirmDeps,
  trx: Trx,
  { code }: CheckedProof & { readonly is: 'code' },
  wanted: WantedSignIn,
  now: number,
): Promise<Confirmed> => {
  const refused = (fault: ProofFault): Confirmed => ({ is: 'refused', fault, proof: 'code' });
  const id = idIn(code);
  if (id === undefined || !isSame(code, codeOf(audit.seal, id))) return refused('wrongCode');
  const signIn = await findWanted(audit, trx, id, wanted, now);
  if (typeof signIn === 'string') return refused(signIn);
  const { signedInAt, contexts, state } = signIn;
  // The window hands its code over after the sign-in.
  if (state !== 'signed' || signedInAt === undefined) return refused('wrongCode');
  const weak = unfit({ signedInAt, contexts }, wanted, now);
  if (weak) return refused(weak);
  if (!(await markUsed(trx, signIn))) return refused('used');
  return { is: 'confirmed', signIn: { id, signedInAt, way: 'code', context: wanted.context } };
};

const useExchanged = async (
  { audit }: ConfirmDeps,
  trx: Trx,
  { id, checked }: CheckedProof & { readonly is: 'token' },
  wanted: WantedSignIn,
  now: number,
): Promise<Confirmed> => {
  const refused = (fault: ProofFault): Confirmed => ({ is: 'refused', fault, proof: 'token' });
  if ('fault' in checked || wanted.withToken) return refused('token');
  const signIn = await findWanted(audit, trx, id, wanted, now);
  if (typeof signIn === 'string') return refused(signIn);
  if (checked.objectId !== wanted.person) return refused('otherPerson');
  const weak = unfit(checked, wanted, now);
  if (weak) return refused(weak);
  if (!(await useToken(trx, checked, now))) return refused('tokenUsed');
  if (!(await markUsed(trx, signIn))) return refused('used');
  return { is: 'confirmed', signIn: { id, signedInAt: checked.signedInAt, way: 'token', context: wanted.context } };
};

/** The sign-in of this decision, or why it is none: it was asked for by somebody else, for something else, or too long ago. */
const findWanted = async (
  audit: ConfirmDeps['audit'],
  trx: Trx,
  id: string,
  wanted: WantedSignIn,
  now: number,
): Promise<FreshSignIn | ProofFault> => {
  const signIn = await findSignIn(audit, trx, id);
  // It is forgotten after a day.
  if (!signIn) return 'over';
  if (signIn.person !== wanted.person || signIn.change !== wanted.change) return 'otherDecision';
  if (signIn.state === 'used' || (await isRecorded(audit, trx, signIn))) return 'used';
  if (!signIn.genuine) return 'wrongCode';
  if (signIn.termsVersion !== wanted.termsVersion) return 'otherTerms';
  // It was asked for before Steward was told to send in people's names.
  const lacksToken = wanted.withToken && !signIn.withToken;
  return lacksToken || isOver(signIn, now) ? 'over' : signIn;
};

const recorded = z.object({ signIn: z.object({ id: z.string() }).optional() });

/** Whether the audit has a decision with it: its row was put back as it was before. */
const isRecorded = async (audit: ConfirmDeps['audit'], trx: Trx, { id, change }: FreshSignIn): Promise<boolean> => {
  const { events, genuine } = await audit.proven(trx, change);
  return !genuine || events.some(({ detail }) => recorded.parse(detail).signIn?.id === id);
};

/** Whether it is too old or too weak for what the rule wants now. */
export const unfit = (
  { signedInAt, contexts }: Pick<PersonToken, 'signedInAt' | 'contexts'>,
  { context, maxAge }: SignInTerms,
  now: number,
): 'tooOld' | 'tooWeak' | undefined => {
  if (signedInAt + maxAge + SKEW_MS <= now) return 'tooOld';
  return context !== undefined && !contexts.includes(context) ? 'tooWeak' : undefined;
};
