import type { Base } from '#platform/jobs/jobs.ts';
import { createWorker } from '#platform/jobs/worker.ts';
import type { TextValues } from '#platform/lib/errors.ts';
import { catchUp, createCatchUpTimes } from '#platform/storage/claim.ts';
import type { Db, Trx } from '#platform/storage/database.ts';
import { afterCommit } from '#platform/storage/transaction.ts';
import type { TextKey, Texts, Words } from '#platform/texts/texts.ts';
import type { Connector } from '#teams/connector/connector.ts';
import type { Arrival } from '#teams/connector/conversations/conversation.ts';
import {
  type CardPlace,
  copiesWaitingFor,
  hasCopyIn,
  holdPressed,
  recognise,
  subjectsInThread,
  subjectsOn,
} from './copies.ts';
import { pruneDelivered } from './prune.ts';
import { NOTICE, noticeRenderer, type Rendered, type Renderer, type Viewer } from './renderer.ts';
import {
  bringForward,
  claimDeliveries,
  findCopies,
  forgetSubjects,
  HOLD_MS,
  insertDelivery,
  insertNotice,
  LEASE_MS,
  type NewDelivery,
  type PostedAs,
  type Target,
  touchSubject,
  withdrawUnposted,
} from './repository.ts';
import { createSender } from './sender.ts';
import { ADOPTED, markReachable } from './setback.ts';
import type { DeliveryRow } from './tables.ts';
import { type PressRules, viewerOf, withOwnButtons } from './views.ts';

/** @param code of the Connector; undefined when the conversation takes posts again */
type ReachListener = (trx: Trx, target: string, code: string | undefined) => Promise<void>;

/** @param row as it is now: dead, or ready if it waits until its conversation takes posts again */
type DeadListener = (trx: Trx, row: DeliveryRow, code: string) => Promise<void>;

interface Copy {
  readonly variant: string;
  readonly conversationId: string;
  readonly activityId: string;
}

/** Messages that must arrive. Rows are written in the caller's transaction; the worker sends them after its commit. */
export interface Outbox {
  define(renderer: Renderer): void;
  deliver(db: Db, delivery: NewDelivery): Promise<void>;
  touch(db: Db, subject: string, version: number): Promise<void>;
  /** Copies of this variant that are not posted yet are not posted any more. */
  withdraw(db: Db, subject: string, variant: string): Promise<void>;
  /** A short message that must arrive, once. */
  notify(db: Db, to: Target, language: string, key: TextKey, values: TextValues): Promise<void>;
  /** Renders a subject now, for the answer to a press; the worker updates the copies. */
  render(subject: string, variant: string, words: Words, viewer?: Viewer): Promise<Rendered | undefined>;
  /** A person pressed this card: edits wait for the answer, and a card without a row, as an answer was lost, is adopted. */
  holdPressedCard(subject: string, at: PostedAs, version: number, language: string): Promise<void>;
  /** A conversation takes posts again: deliveries that waited for that are sent. */
  returned(arrival: Arrival): Promise<void>;
  /** Whether a conversation has a copy of a subject, or one is being posted there. */
  hasCopyIn(subject: string, where: CardPlace): Promise<boolean>;
  /** The positions of a subject's copies. */
  copies(subject: string): Promise<Copy[]>;
  /** What has a copy in a thread, or is its first message. @param conversationId with `;messageid=` */
  subjectsInThread(conversationId: string): Promise<string[]>;
  /** What stands on a message; nothing where it is no delivery. */
  subjectsOn(at: PostedAs): Promise<string[]>;
  /** Forgets what was told once before a moment, in milliseconds since 1970; in small parts, until `stopping` says so. */
  prune(before: number, stopping?: () => boolean): Promise<void>;
  /** Deletes the rows of deleted subjects' copies; the posts in Teams stay. */
  forget(trx: Trx, subjects: readonly string[]): Promise<void>;
  /** Called in the transaction for each copy that failed for good, and once for one whose refusal counts although it is still tried. */
  onUndelivered(listener: DeadListener): void;
  /** Called once when a conversation takes no more posts, and once when it does again, in that transaction. */
  onReachChanged(listener: ReachListener): void;
  /** Called after a post to a conversation that took none: what else waits for it can go on. */
  onReached(listener: (arrival: Arrival) => Promise<void>): void;
  start(): void;
  stop(): Promise<void>;
}

interface OutboxDeps extends Pick<Base, 'database' | 'clock' | 'ids' | 'log'> {
  readonly connector: Connector;
  readonly texts: Texts;
  /** By default everybody may press every button. */
  readonly presses?: PressRules;
  readonly pollMs?: number;
}

const ANYBODY: PressRules = { ruleOf: () => undefined, people: () => [] };

/** The number of conversations that are sent to at once, one message at a time in each. */
const CONCURRENCY = 32;

export const createOutbox = (deps: OutboxDeps): Outbox => {
  const { database, clock, ids, texts, log, presses = ANYBODY } = deps;
  const renderers = new Map<string, Renderer>();
  const deadListeners: DeadListener[] = [];
  const reachListeners: ReachListener[] = [];
  const reachedListeners: ((arrival: Arrival) => Promise<void>)[] = [];

  const rendererOf = (subject: string): Renderer => {
    const kind = subject.slice(0, subject.indexOf(':'));
    const renderer = renderers.get(kind);
    if (!renderer) throw new Error(`nothing renders the subject ${kind}`);
    return renderer;
  };

  const render: Outbox['render'] = async (subject, variant, words, viewer) => {
    const drawn = await rendererOf(subject).render(subject.slice(subject.indexOf(':') + 1), variant, words, viewer);
    return drawn && withOwnButtons(drawn, { subject, variant, words, viewer }, presses);
  };

  const reachChanged: ReachListener = async (trx, target, code) => {
    for (const listener of reachListeners) await listener(trx, target, code);
  };

  const sender = createSender({
    ...deps,
    render: (row, viewer) => render(row.subject, row.face, texts.for(row.language), viewer),
    viewerOf: (row) => viewerOf(deps.connector, row),
    // A copy without a row of its own stands beside another one.
    isReplaced: ({ subject, face, activity_id }) =>
      activity_id !== null && face !== ADOPTED && rendererOf(subject).replaced === true,
    onUndelivered: async (trx, row, code) => {
      for (const listener of deadListeners) await listener(trx, row, code);
    },
    onUnreachable: reachChanged,
    onReached: async (arrival) => {
      await outbox.returned(arrival);
      for (const listener of reachedListeners) await listener(arrival);
    },
  });

  const isTimeToCatchUp = createCatchUpTimes();
  const worker = createWorker<DeliveryRow>({
    name: 'outbox',
    clock,
    log,
    pollMs: deps.pollMs ?? 1_000,
    concurrency: CONCURRENCY,
    claim: async (limit) => {
      const now = clock.now();
      if (isTimeToCatchUp(now)) await catchUp(database.db, 'deliveries', { now, setAt: 'set_at', leaseMs: LEASE_MS });
      return database.write((db) => claimDeliveries(db, now, limit, ids.opaque()));
    },
    handle: async (row) => {
      const again = await sender(row);
      worker.wake();
      if (again !== undefined) wakeIn(again - clock.now());
    },
  });

  /** A delivery that comes due is claimed then, not at the next poll. */
  const wakeIn = (ms: number): void => void setTimeout(worker.wake, Math.max(0, ms) + 1).unref();

  const outbox: Outbox = {
    define: (renderer) => renderers.set(renderer.kind, renderer),
    deliver: async (db, delivery) => {
      await insertDelivery(db, ids, clock.now(), delivery);
      afterCommit(worker.wake);
    },
    touch: async (db, subject, version) => {
      await touchSubject(db, clock.now(), subject, version);
      afterCommit(worker.wake);
    },
    notify: async (db, to, language, key, values) => {
      const id = ids.ordered();
      await insertNotice(db, id, clock.now(), key, values);
      await outbox.deliver(db, { subject: `${NOTICE}:${id}`, variant: 'notice', to, language, version: 1 });
    },
    withdraw: withdrawUnposted,
    render,
    holdPressedCard: async (subject, at, version, language) => {
      const { db } = database;
      const now = clock.now();
      wakeIn(HOLD_MS);
      if ((await holdPressed(db, now, at)) || (await recognise(db, now, subject, at))) return;
      const to = { conversation: at.conversationId, copy: at.activityId };
      await outbox.deliver(db, { subject, variant: ADOPTED, to, language, version, postedAs: at });
    },
    returned: async (arrival) => {
      await database.transaction(async (trx) => {
        for (const target of await markReachable(trx, arrival)) await reachChanged(trx, target, undefined);
      });
      const ids = await copiesWaitingFor(database.db, arrival);
      await bringForward(database.db, clock.now(), ids);
      worker.wake();
    },
    hasCopyIn: (subject, where) => hasCopyIn(database.db, subject, where),
    copies: async (subject) =>
      (await findCopies(database.db, subject)).flatMap((row) =>
        row.activity_id && row.conversation_id
          ? [{ variant: row.face, conversationId: row.conversation_id, activityId: row.activity_id }]
          : [],
      ),
    subjectsInThread: (conversationId) => subjectsInThread(database.db, conversationId),
    subjectsOn: (at) => subjectsOn(database.db, at),
    forget: forgetSubjects,
    prune: (before, stopping) =>
      pruneDelivered(
        database,
        [...renderers.values()].flatMap(({ kind, once }) => (once ? [kind] : [])),
        before,
        stopping,
      ),
    onUndelivered: (listener) => deadListeners.push(listener),
    onReachChanged: (listener) => reachListeners.push(listener),
    onReached: (listener) => reachedListeners.push(listener),
    start: worker.start,
    stop: worker.stop,
  };
  outbox.define(noticeRenderer(database));
  return outbox;
};
