import { KIND } from '../../test/engine/changes/simple-kind.ts';
import { policyOf } from '../lib/policy-text.ts';

export const askers = ['ana', 'gus'] as const;
export const deciders = ['bo', 'cy', 'di', 'ed'] as const;
export type Decider = (typeof deciders)[number];
export type Role = 'reader' | 'owner' | 'plain';

/** What a rule wants, by docs/policy.md. */
interface Wanted {
  readonly context?: 'c1' | 'c2';
  /** In minutes. */
  readonly maxAge: number;
}

/** One state of the policy: what each role's rule wants of its approvals; nothing where undefined. */
export type World = Readonly<Record<Role, Wanted | undefined>>;

export const needs: Readonly<Record<Role, number>> = { reader: 1, owner: 2, plain: 1 };

/** The policies that replace each other while people sign in; the first is in force at the beginning. */
export const worlds: readonly World[] = [
  { reader: { maxAge: 5 }, owner: { context: 'c1', maxAge: 2 }, plain: undefined },
  { reader: { context: 'c1', maxAge: 5 }, owner: { context: 'c1', maxAge: 5 }, plain: undefined },
  { reader: { maxAge: 1 }, owner: { context: 'c2', maxAge: 2 }, plain: { maxAge: 5 } },
];

export const policyText = (world: World): string => {
  const ruleOf = (role: Role) => {
    const wanted = world[role];
    return {
      ...{ name: role, change: KIND, when: { role }, ask: 'everyone', decide: 'leads' },
      ...{ approvals: needs[role], card: 'here' },
      confirm: wanted && { 'sign-in': { ...wanted, maxAge: `${wanted.maxAge} minutes` } },
    };
  };
  return policyOf([...askers, ...deciders], {
    groups: { leads: deciders },
    changes: { answerWithin: '2 days', rules: (Object.keys(needs) as Role[]).map(ruleOf) },
  });
};

/*
 * Written from docs/policy.md (“A fresh sign-in”) and the design of issue 19, and from no code: whose press counts, and with what.
 */

const MINUTE = 60_000;
/** An asked sign-in is good for ten minutes; while it is young, the same press is asked for the same one. */
const LIFE = 10 * MINUTE;
const YOUNG = 5 * MINUTE;
/** So far clocks may differ. */
const SKEW = MINUTE;

export interface Request {
  readonly id: string;
  readonly role: Role;
  state: 'waiting' | 'approved' | 'denied';
  terms: number;
  days: number;
  readonly votes: Set<Decider>;
}

/** Somebody was asked to sign in. */
export interface Session {
  readonly id: string;
  readonly address: string;
  readonly person: Decider;
  readonly request: string;
  readonly terms: number;
  readonly wanted: string;
  readonly context: string | undefined;
  readonly maxAge: number;
  readonly askedAt: number;
  state: 'open' | 'signed' | 'used';
  authTime: number;
  contexts: readonly string[];
  code: string;
}

/** What single sign-on gave. */
export interface Token {
  readonly jwt: string;
  readonly person: Decider;
  readonly authTime: number;
  readonly contexts: readonly string[];
  used: boolean;
}

type Proof =
  | { readonly is: 'code'; readonly session: Session | undefined }
  | { readonly is: 'token'; readonly session: Session; readonly token: Token };

/** counted: a vote; asked: a login request; refused: what was brought does not count; nothing: another reason. */
export type Outcome = 'counted' | 'asked' | 'refused' | 'nothing';

export interface Press {
  readonly request: Request;
  readonly person: Decider;
  /** The terms that the person saw. */
  readonly terms: number;
  readonly proof: Proof | undefined;
  /** Less than what was asked for. */
  readonly days: number | undefined;
}

const wantedBy = (world: World, { role }: Request): World[Role] => world[role];

const isGood = (press: Press, world: World, now: number): boolean => {
  const { proof, person, request } = press;
  const wanted = wantedBy(world, request);
  if (!proof?.session || !wanted) return false;
  const { session } = proof;
  if (session.person !== person || session.request !== request.id || session.terms !== request.terms) return false;
  if (session.state === 'used' || session.askedAt + LIFE <= now) return false;
  if (proof.is === 'code' && session.state !== 'signed') return false;
  if (proof.is === 'token' && (proof.token.used || proof.token.person !== person)) return false;
  const { authTime, contexts } = proof.is === 'code' ? session : proof.token;
  const isFresh = authTime + wanted.maxAge * MINUTE + SKEW > now;
  return isFresh && (wanted.context === undefined || contexts.includes(wanted.context));
};

/** What a press brings about, and what stands afterwards. */
export const press = (given: Press, world: World, now: number): Outcome => {
  const { request, person, terms, proof, days } = given;
  if (request.state !== 'waiting' || request.votes.has(person) || terms !== request.terms) return 'nothing';
  if (wantedBy(world, request)) {
    if (!proof) return 'asked';
    if (!isGood(given, world, now)) return 'refused';
    if (proof.session) proof.session.state = 'used';
    if (proof.is === 'token') proof.token.used = true;
  }
  request.votes.add(person);
  if (request.votes.size >= needs[request.role]) request.state = 'approved';
  else if (days !== undefined && days < request.days) {
    request.days = days;
    request.terms += 1;
  }
  return 'counted';
};

/** The open one that the same press is asked for again; undefined where it is asked for a new one. */
export const youngSession = (
  sessions: readonly Session[],
  { request, person }: Pick<Press, 'request' | 'person'>,
  world: World,
  now: number,
): Session | undefined =>
  sessions.find(
    (one) =>
      one.state === 'open' &&
      one.person === person &&
      one.request === request.id &&
      one.terms === request.terms &&
      one.wanted === JSON.stringify(wantedBy(world, request)) &&
      one.askedAt + YOUNG > now,
  );

/** How somebody signs in at the window of a session. */
interface Visit {
  readonly as: Decider;
  readonly how: 'completes' | 'cancels' | 'is away' | 'in another browser';
  readonly authTime: number;
  readonly contexts: readonly string[];
}

/** Whether the window hands a code over: to its person, fresh and strong enough, once, in time. */
export const visit = (session: Session, { as, how, authTime, contexts }: Visit, now: number): boolean => {
  if (session.state !== 'open' || session.askedAt + LIFE <= now) return false;
  if (how !== 'completes' || as !== session.person) return false;
  if (authTime + session.maxAge * MINUTE + SKEW <= now) return false;
  if (session.context !== undefined && !contexts.includes(session.context)) return false;
  session.state = 'signed';
  session.authTime = authTime;
  session.contexts = contexts;
  return true;
};
