import { z } from 'zod';
import { STEWARD } from '#platform/audit/chain.ts';
import { listEvents, type RecordedEvent } from '#platform/audit/entries.ts';
import type { Db } from '#platform/storage/database.ts';
import type { TextName } from '#platform/texts/texts.ts';
import type { Policy } from '#policy/policy.ts';
import { isAboutEnd } from './card/card-buttons.ts';
import { type Change, subjectOf, toChange } from './change.ts';
import type { Relation } from './change-kind.ts';
import type { ChangesCore } from './core.ts';
import { type GivenNotice, listNotices } from './notices/store.ts';
import { listDecisions } from './repository.ts';

/** One thing that happened to a request. */
export interface HistoryEntry {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Its text, below `changes.history`. */
  readonly what: TextName<'changes.history'>;
  /** Names of the people who did it, or were concerned; none where Steward did it. */
  readonly people: readonly string[];
  /** As they typed it; empty for none. */
  readonly reason: string;
  /** The vendor's code, or the people it was escalated to; empty for none. */
  readonly more: string;
  /** The request for its extension or removal that it belongs to; undefined for its own history. */
  readonly of: RelatedRequest | undefined;
}

export interface RelatedRequest extends Partial<Relation> {
  /** Its short name. */
  readonly ref: string;
}

/** The audit's events with a text, named as their texts are; technical ones are left out. */
const shownEvents = [
  ...(['asked', 'oneOfSeveralApprovals', 'oneOfSeveralDenials', 'approved', 'denied', 'cancelled'] as const),
  ...([
    'approvalRevoked',
    'expired',
    'escalated',
    'lookedAt',
    'toldToSignIn',
    'signedInAgain',
    'sending',
    'notSent',
    'notSentAgain',
    'refusedForNow',
    'seen',
  ] as const),
  ...(['done', 'failed', 'unconfirmed', 'alteredInTheDatabase', 'keptAfterIncident'] as const),
  ...(['skippedApproverTold', 'reviewDue', 'reviewOverdue', 'foundJustified', 'foundNotJustified'] as const),
];

/** `looked at` is `lookedAt`. */
const textOf = (event: string): HistoryEntry['what'] | undefined => {
  const name = event.replace(/ ([a-z])/g, (_all, letter: string) => letter.toUpperCase());
  return shownEvents.find((one) => one === name);
};

const detailRead = z.object({
  reason: z.string().catch(''),
  code: z.string().catch(''),
  to: z.array(z.string()).catch([]),
  person: z.string().optional().catch(undefined),
  approver: z.string().optional().catch(undefined),
  signIn: z.object({}).optional().catch(undefined),
});

/** Everything that happened to a request, from audit, notices and related requests; of hidden ones without what people typed. */
export const historyOf = async (
  core: ChangesCore,
  change: Change,
  maySee: (change: Change) => boolean,
): Promise<readonly HistoryEntry[]> => {
  const { db } = core.database;
  const policy = core.policy.current();
  const related = await relatedTo(core, db, change);
  const all = [
    ...(await eventsOf(db, policy, change, undefined)),
    ...noticed(await listNotices(db, change.id), policy),
    ...(await endNotices(db, policy, change)),
    ...(
      await Promise.all(
        related.map(async (one) => {
          const relation = core.kindOf(one.kind).relation?.(one.terms, core.clock.now());
          const events = await eventsOf(db, policy, one, { ref: one.ref, ...relation });
          return maySee(one) ? events : events.map((event) => ({ ...event, reason: '' }));
        }),
      )
    ).flat(),
  ];
  return all.toSorted((a, b) => a.at - b.at);
};

const eventsOf = async (
  db: Db,
  policy: Policy,
  change: Change,
  of: RelatedRequest | undefined,
): Promise<readonly HistoryEntry[]> => {
  const decisions = await listDecisions(db, change.id);
  const known = new Map([
    [change.requester.objectId.toLowerCase(), change.requester.name],
    ...decisions.map(({ person }) => [person.objectId.toLowerCase(), person.name] as const),
  ]);
  const name = (objectId: string): string => known.get(objectId.toLowerCase()) ?? policy.nameOf(objectId, objectId);
  return (await listEvents(db, change.id)).flatMap((event) => toEntry(event, change, name, of));
};

const toEntry = (
  { at, actor, event, detail }: RecordedEvent,
  change: Change,
  name: (objectId: string) => string,
  of: RelatedRequest | undefined,
): HistoryEntry[] => {
  const named = textOf(event);
  if (named === undefined) return [];
  const read = detailRead.parse(detail);
  const person = read.person ?? read.approver ?? (actor === STEWARD ? undefined : actor);
  return [
    {
      ...{ at, what: approvalText(named, change, read.signIn !== undefined), of, reason: read.reason },
      people: person === undefined ? [] : [name(person)],
      more: read.code === '' ? read.to.join(', ') : read.code,
    },
  ];
};

const approvalText = (named: HistoryEntry['what'], { needs }: Change, signedIn: boolean): HistoryEntry['what'] => {
  // It had no decider: the policy wants no approval.
  if (named === 'approved' && needs === 0) return 'noApproval';
  if (!signedIn || (named !== 'approved' && named !== 'oneOfSeveralApprovals')) return named;
  return named === 'approved' ? 'approvedSignedIn' : 'oneOfSeveralSignedIn';
};

/** The people who were notified at once, in one line. */
const noticed = (notices: readonly GivenNotice[], policy: Policy): readonly HistoryEntry[] => {
  const groups = Map.groupBy(notices, ({ kind, reached, at }) => `${kind} ${reached} ${at}`);
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const what = first.reached ? (first.kind === 'asked' ? 'notified' : 'reminded') : 'notReached';
    const people = group.map(({ person }) => policy.nameOf(person, person));
    return [{ at: first.at, what, people, reason: '', more: '', of: undefined } as const];
  });
};

/** The messages to its holder about its end. */
const endNotices = async (db: Db, policy: Policy, { id }: Change): Promise<readonly HistoryEntry[]> => {
  const rows = await db
    .selectFrom('deliveries')
    .select(['face', 'target', 'created_at'])
    .where('subject', '=', subjectOf(id))
    .execute();
  return rows.flatMap(({ face, target, created_at }) =>
    isAboutEnd(face)
      ? [
          {
            ...{ at: Date.parse(created_at), what: face === 'notice' ? 'endsSoon' : 'askedWhetherItCanEnd' },
            ...{ people: [policy.nameOf(target, target)], reason: '', more: '', of: undefined },
          } as const,
        ]
      : [],
  );
};

/** The requests for its extension and its removal. */
const relatedTo = async ({ kindOf }: ChangesCore, db: Db, { id }: Change): Promise<readonly Change[]> => {
  const listed = await db
    .selectFrom('changes')
    .select(['place', 'role', 'concerned'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (listed?.concerned == null) return [];
  const rows = await db.selectFrom('changes').selectAll().where('concerned', '=', listed.concerned).execute();
  return rows
    .filter(({ place, role }) => place === listed.place && role === listed.role)
    .map(toChange)
    .filter((other) => kindOf(other.kind).touches?.(other.terms).includes(id) === true);
};
