import { setTimeout as pause } from 'node:timers/promises';
import type { Base } from '#platform/jobs/jobs.ts';
import { SECOND } from '#platform/lib/clock.ts';
import type { Trx } from '#platform/storage/database.ts';
import type { Connector, ConversationRef, Posted } from '#teams/connector/connector.ts';
import type { Arrival } from '#teams/connector/conversations/conversation.ts';
import { ConnectorError } from '#teams/connector/errors.ts';
import { mentionText, type OutgoingActivity } from '#teams/connector/messages.ts';
import type { Mention, Rendered, Viewer } from './renderer.ts';
import { findRoots, insertDelivery, priorities, recordSetback, recordShown, type Shown } from './repository.ts';
import {
  ADOPTED,
  isNews,
  markUnreachable,
  OLDER_COPY_WAIT_MS,
  reachedBy,
  type Setback,
  setbackOf,
  targetOf,
} from './setback.ts';
import type { DeliveryRow } from './tables.ts';
import { sharedCard } from './views.ts';

interface SenderDeps extends Pick<Base, 'database' | 'clock' | 'ids' | 'log'> {
  readonly connector: Connector;
  render(row: DeliveryRow, viewer: Viewer | undefined): Promise<Rendered | undefined>;
  /** A copy that can never be edited again is posted anew. */
  isReplaced(row: DeliveryRow): boolean;
  /** The only person who sees this copy; undefined for a copy that several people see. */
  viewerOf(row: DeliveryRow): Promise<Viewer | undefined>;
  /** Called in the transaction that ends the copy, or in which a refusal first counts. */
  onUndelivered(trx: Trx, row: DeliveryRow, code: string): Promise<void>;
  /** Called in the transaction that finds the first refusal of a conversation. */
  onUnreachable(trx: Trx, target: string, code: string): Promise<void>;
  /** A conversation takes posts again that did not. */
  onReached(arrival: Arrival): Promise<void>;
}

/** The tries to record a post's position, with a pause between: the conversation waits for it. */
const RECORD_TRIES = 3;
const RECORD_PAUSE_MS = 100;

/** Including the wait for the rate limits of Teams. */
const LONGEST_SEND_MS = 15 * SECOND;

/** The interval at which a reply checks whether its thread's root is posted. */
const ROOT_WAIT_MS = 2 * SECOND;

/** Sends or edits one claimed delivery. @returns when it is due again, in milliseconds since 1970; undefined when it is done */
type Sender = (row: DeliveryRow) => Promise<number | undefined>;

export const createSender = (deps: SenderDeps): Sender => {
  const { database, connector, clock, log } = deps;

  /** @returns when to check again, in milliseconds since 1970, while its thread's root is not posted */
  const conversationOf = async (row: DeliveryRow): Promise<ConversationRef | number> => {
    if (row.conversation_id === null && row.target_kind === 'person') return connector.openPersonal(row.target);
    const id = row.conversation_id ?? (await threadUnder(row.target));
    if (typeof id === 'number') return id;
    const known = await connector.conversations.find(id);
    if (!known) throw new ConnectorError('left');
    return known;
  };

  /** @throws ConnectorError `gone` when its thread's root will never be posted */
  const threadUnder = async (subject: string): Promise<string | number> => {
    const roots = await findRoots(database.db, subject);
    // A root that Teams accepted without an id has no thread: the reply stands beside it.
    const posted =
      roots.find(({ activity_id }) => activity_id !== null) ?? roots.find(({ state }) => state === 'shown');
    if (!posted && roots.every(({ state }) => state === 'dead')) throw new ConnectorError('gone');
    const due = Math.min(...roots.map(({ due_at }) => Date.parse(due_at)));
    return posted?.conversation_id ?? Math.max(due, clock.now() + ROOT_WAIT_MS);
  };

  /** @throws ConnectorError `unclear` when it could not be recorded: Teams accepted it, but the row does not say so */
  const record = async (row: DeliveryRow, shown: Shown): Promise<void> => {
    for (let tries = 1; ; tries += 1) {
      try {
        return await database.write((db) => recordShown(db, row, shown));
      } catch (cause) {
        if (tries === RECORD_TRIES) throw new ConnectorError('unclear', { cause });
        await pause(tries * RECORD_PAUSE_MS);
      }
    }
  };

  /** @param alert whether its reader is notified */
  const show = async (
    row: DeliveryRow,
    at: ConversationRef,
    { rendered, content, alert }: { rendered: Rendered; content: OutgoingActivity; alert: boolean },
  ): Promise<void> => {
    const { summary } = rendered;
    const activity = { ...content, summary, ...(alert ? { alert } : {}) };
    const options = {
      correlation: row.id,
      patient: false, // The row itself waits, so that it blocks no other.
      priority: row.priority === priorities.critical ? 'critical' : 'normal',
      deadlineMs: leaseLeft(row, clock.now()),
      recorded: (posted: Posted) => record(row, { version: rendered.version, ...posted }),
    } as const;
    if (row.activity_id) await connector.edit(at, row.activity_id, activity, options);
    else await connector.send(at, activity, options);
  };

  /** What is posted; undefined for a mention without people. */
  const contentOf = async (
    at: ConversationRef,
    rendered: Rendered,
    viewer: Viewer | undefined,
  ): Promise<OutgoingActivity | undefined> => {
    const { file, mention, card } = rendered;
    if (mention) return mentioning(at, mention);
    if (file !== undefined) return { file };
    return { card: viewer ? card : await sharedCard(connector, at, rendered) };
  };

  const mentioning = async (at: ConversationRef, mention: Mention): Promise<OutgoingActivity | undefined> => {
    const { people } = mention;
    const accounts = await connector.accountsOf(
      at,
      people.map(({ objectId }) => objectId),
    );
    const absent = people.filter(({ objectId }) => !accounts.has(objectId));
    if (absent.length > 0) await mention.absent(absent.map(({ objectId }) => objectId));
    const there = people.flatMap(({ objectId, name }) => {
      const id = accounts.get(objectId);
      return id === undefined ? [] : [{ id, name }];
    });
    return there.length === 0
      ? undefined
      : { ...mentionText(there, (tags) => mention.compose(tags)), textFormat: 'markdown' };
  };

  const nothingToShow = (row: DeliveryRow): Promise<boolean> =>
    recordSetback(database.db, clock.now(), row, { code: 'Outbox.NothingToShow', again: undefined });

  /** @param conversationId as far as it is known */
  const putOff = async (row: DeliveryRow, setback: Setback, conversationId: string | undefined): Promise<void> => {
    const { code, again, shutOut, repost } = setback;
    const isOlderCopy = row.face === ADOPTED && !shutOut;
    const isTold = !isOlderCopy && isNews(row, setback);
    if (!isTold && !shutOut && !repost) {
      await database.write((db) => recordSetback(db, clock.now(), row, setback));
      return;
    }
    await database.transaction(async (trx) => {
      if (!(await recordSetback(trx, clock.now(), row, setback))) return;
      if (repost) await keepOlderCopy(trx, row);
      if (isTold) await deps.onUndelivered(trx, { ...row, state: again === undefined ? 'dead' : row.state }, code);
      const target = targetOf(row, conversationId);
      if (shutOut && (await markUnreachable(trx, target, code, clock.now())))
        await deps.onUnreachable(trx, target, code);
    });
  };

  /** The message that a newer one replaces may still stand there: its edit is tried again, so that it does not go on waiting. */
  const keepOlderCopy = async (trx: Trx, row: DeliveryRow): Promise<void> => {
    const { subject, language, wanted_version: version, conversation_id, activity_id } = row;
    if (conversation_id === null || activity_id === null) return;
    await insertDelivery(trx, deps.ids, clock.now(), {
      subject,
      variant: ADOPTED,
      language,
      version,
      to: { conversation: conversation_id, copy: activity_id },
      postedAs: { conversationId: conversation_id, activityId: activity_id },
      dueAt: clock.now() + OLDER_COPY_WAIT_MS,
    });
  };

  /** What arrived has arrived, whatever fails afterwards. */
  const reached = async (row: DeliveryRow, conversationId: string): Promise<void> => {
    try {
      const arrival = await reachedBy(database.db, row, conversationId);
      if (arrival) await deps.onReached(arrival);
    } catch (error) {
      log.error('conversation not resumed', { delivery: row.id, error });
    }
  };

  return async (row) => {
    const line = log.with({ delivery: row.id, kind: row.face });
    let conversationId: string | undefined;
    try {
      const viewer = await deps.viewerOf(row);
      const rendered = await deps.render(row, viewer);
      if (!rendered) {
        await nothingToShow(row);
        return undefined;
      }
      const at = await conversationOf(row);
      if (typeof at === 'number') {
        await recordSetback(database.db, clock.now(), row, { code: 'Outbox.RootNotPosted', again: at, untried: true });
        return at;
      }
      conversationId = at.id;
      const content = await contentOf(at, rendered, viewer);
      if (!content) {
        await nothingToShow(row);
        return undefined;
      }
      await show(row, at, {
        rendered,
        content,
        alert: viewer !== undefined && row.needs_answer === 1 && !row.activity_id,
      });
      line.debug('delivered', { state: row.activity_id ? 'edited' : 'posted' });
      await reached(row, conversationId);
      return undefined;
    } catch (error) {
      const setback = setbackOf(error, row, clock.now(), deps.isReplaced(row));
      const said = { code: setback.code, attempt: row.attempts, error };
      if (setback.untried) line.debug('delivery put off', said);
      else line.warn('delivery put off', said);
      await putOff(row, setback, conversationId);
      return setback.again;
    }
  };
};

/** The time left before the row's lease ends: later, another process may send it. @returns milliseconds @throws ConnectorError when none is left */
const leaseLeft = ({ lease_until }: DeliveryRow, now: number): number => {
  const left = Date.parse(lease_until ?? '') - now;
  if (left <= 0) throw new ConnectorError('throttled');
  return Math.min(left, LONGEST_SEND_MS);
};
