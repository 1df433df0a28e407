import { nextDaily } from '#platform/lib/quiet-hours.ts';
import type { Db } from '#platform/storage/database.ts';
import type { PolicyPerson } from '#policy/policy.ts';
import { type DecisionContext, isAwaited } from '../decision/check-decision.ts';
import { isAway, type NoticeSettings, notifiableFrom, usualSettings } from './settings.ts';
import { type Claim, findSettings, type GivenNotice, listClaims, listNotices } from './store.ts';

/** Somebody whose decision a request waits for. */
export interface Awaited {
  /** Directory object id. */
  readonly person: string;
  readonly settings: NoticeSettings;
  /** The last notice of them about this request; undefined before the first one. */
  readonly notifiedAt: number | undefined;
  /** When they last said that they look at it. */
  readonly claimedAt: number | undefined;
}

/** A waiting request; all times are milliseconds since 1970. */
export interface NoticeQuestion {
  readonly now: number;
  readonly deadlineAt: number;
  /** When it escalates; undefined where it does not, or has. */
  readonly escalateAt: number | undefined;
  /** Milliseconds between reminders; undefined without any. */
  readonly remindMs: number | undefined;
  readonly awaited: readonly Awaited[];
}

export interface DueNotice {
  readonly person: string;
  readonly kind: 'asked' | 'reminder';
}

interface DueNotices {
  readonly due: readonly DueNotice[];
  readonly escalates: boolean;
  /** When it must be asked again, before the deadline; undefined when nothing else can come. */
  readonly next: number | undefined;
  /** When the first of them hears of it, in whatever way; undefined where none does before the deadline. */
  readonly firstHeardAt: number | undefined;
}

/** Who is notified now, and when the next notice is due. Quiet hours and absence delay one; a daily message replaces all others. */
export const dueNotices = (question: NoticeQuestion): DueNotices => {
  const { now, awaited, deadlineAt, escalateAt } = question;
  const planned = awaited.flatMap((one) => {
    const at = one.settings.way === 'digest' ? undefined : noticeAt(question, one);
    return at === undefined ? [] : [{ person: one.person, kind: kindOf(one), at }];
  });
  const later = [...planned.map(({ at }) => at), ...(escalateAt === undefined ? [] : [escalateAt])];
  return {
    due: planned.filter(({ at }) => at <= now).map(({ person, kind }) => ({ person, kind })),
    escalates: escalateAt !== undefined && escalateAt <= now,
    next: earliest(later.filter((at) => at > now && at < deadlineAt)),
    firstHeardAt: earliest(awaited.map((one) => notifiedTime(question, one)).filter((at) => at < deadlineAt)),
  };
};

const kindOf = ({ notifiedAt, claimedAt }: Awaited): DueNotice['kind'] =>
  notifiedAt === undefined && claimedAt === undefined ? 'asked' : 'reminder';

/** @returns undefined where none is left to come */
const noticeAt = ({ now, remindMs }: NoticeQuestion, one: Awaited): number | undefined => {
  const { settings, notifiedAt, claimedAt } = one;
  const last = Math.max(notifiedAt ?? 0, claimedAt ?? 0);
  if (kindOf(one) === 'reminder' && remindMs === undefined) return undefined;
  const wanted = kindOf(one) === 'asked' ? now : last + (remindMs ?? 0);
  return notifiableFrom(settings, Math.max(wanted, now));
};

const notifiedTime = ({ now }: NoticeQuestion, { settings, notifiedAt }: Awaited): number => {
  if (notifiedAt !== undefined) return notifiedAt;
  return settings.way === 'digest'
    ? nextDaily(settings, Math.max(now, settings.awayUntil ?? 0))
    : notifiableFrom(settings, now);
};

const earliest = (moments: readonly number[]): number | undefined =>
  moments.length === 0 ? undefined : Math.min(...moments);

/** What the notices of a waiting request depend on. */
export interface NoticeState {
  /** Whose decision it waits for, one account of each person. */
  readonly people: readonly PolicyPerson[];
  readonly settings: ReadonlyMap<string, NoticeSettings>;
  readonly notices: readonly GivenNotice[];
  readonly claims: readonly Claim[];
  /** Of the conversation where it is decided. */
  readonly language: string;
  readonly question: NoticeQuestion;
  /** Names of the absent people this person stands in for. */
  standsFor(objectId: string): readonly string[];
}

/** Everybody whose decision it waits for: not who has decided, nor whose stage has not come. */
const awaitedPeople = (
  context: DecisionContext,
  settings: ReadonlyMap<string, NoticeSettings>,
): readonly PolicyPerson[] => {
  const { policy, decisions, review } = context;
  const voted = new Set(
    [...review.counted, ...review.denials, ...decisions.filter(({ verdict }) => verdict === 'deny')].map(({ person }) =>
      policy.identityOf(person.objectId),
    ),
  );
  const found = new Map<string, PolicyPerson>();
  for (const person of review.current?.deciders ?? []) {
    const identity = policy.identityOf(person.objectId);
    if (voted.has(identity) || !isAwaited(context, person.objectId)) continue;
    // Of several accounts, the one with settings is the one that is used.
    if (!found.has(identity) || settings.has(person.objectId)) found.set(identity, person);
  }
  return [...found.values()];
};

const languageOfCard = ({ policy, review }: DecisionContext): string => {
  const card = review.rule?.card;
  return (card === undefined ? undefined : policy.conversation(card)?.language) ?? 'en';
};

/** @param now milliseconds since 1970 */
export const noticeState = async (db: Db, context: DecisionContext, now: number): Promise<NoticeState> => {
  const { change, review, policy } = context;
  const { rule, deciders } = review;
  const chosen = await findSettings(
    db,
    deciders.map(({ objectId }) => objectId),
  );
  const people = awaitedPeople(context, chosen);
  const [notices, claims] = [await listNotices(db, change.id), await listClaims(db, change.id)];
  const settingsOf = (objectId: string): NoticeSettings => chosen.get(objectId) ?? usualSettings;
  const isOf = (objectId: string) => (other: string) => policy.identityOf(other) === policy.identityOf(objectId);
  const standsFor = (objectId: string): readonly string[] =>
    people
      .filter((person) => isAway(settingsOf(person.objectId), now))
      .filter((person) => isOf(objectId)(settingsOf(person.objectId).standIn ?? ''))
      .map(({ name }) => name);
  const awaited = people.map(({ objectId }): Awaited => {
    const own = settingsOf(objectId);
    const isMine = isOf(objectId);
    return {
      person: objectId,
      // A stand-in is notified at once, as the absent person would be.
      settings: own.way === 'digest' && standsFor(objectId).length > 0 ? { ...own, way: 'chat' } : own,
      notifiedAt: notices.findLast(({ person }) => isMine(person))?.at,
      claimedAt: claims.findLast(({ person }) => isMine(person.objectId))?.at,
    };
  });
  const unreached = new Set(notices.filter(({ reached }) => !reached).map(({ person }) => person));
  const nobodyLeft = people.length > 0 && people.every(({ objectId }) => unreached.has(objectId));
  const escalates = rule?.escalate && change.escalatedAt === undefined && !review.asksFirst ? rule.escalate : undefined;
  // Before, those who decide did not have it.
  const openSince = context.decisions.find(({ verdict }) => verdict === 'accept')?.at ?? change.createdAt;
  return {
    people,
    settings: new Map(awaited.map(({ person, settings }) => [person, settings])),
    notices,
    claims,
    language: languageOfCard(context),
    standsFor,
    question: {
      ...{ now, awaited, deadlineAt: change.deadlineAt, remindMs: rule?.remind },
      escalateAt: escalates && (nobodyLeft ? now : openSince + escalates.after),
    },
  };
};
