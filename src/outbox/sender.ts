import { setTimeout as pause } from 'node:timers/promises';
import type { Connector, ConversationRef, Posted } from '../connector/connector.ts';
import { ConnectorError } from '../connector/errors.ts';
import { type Clock, MINUTE, SECOND } from '../lib/clock.ts';
import { AppError } from '../lib/errors.ts';
import type { Log } from '../lib/logger.ts';
import type { Database, Trx } from '../storage/database.ts';
import type { Rendered } from './renderer.ts';
import { findCopies, priorities, recordSetback, recordShown, type Setback, type Shown } from './repository.ts';
import type { DeliveryRow } from './tables.ts';

interface SenderDeps {
  readonly database: Database;
  readonly connector: Connector;
  readonly clock: Clock;
  readonly log: Log;
  render(row: DeliveryRow): Promise<Rendered | undefined>;
  /** In the transaction that ends the copy or first finds it shut out. */
  onUndelivered(trx: Trx, row: DeliveryRow, code: string): Promise<void>;
}

/** With waits that double up to five minutes this is about a day. */
const MAX_ATTEMPTS = 300;
/** After a lost answer: long enough for Teams to show what it took, before a copy is risked. */
const UNCLEAR_WAIT_MS = 10 * SECOND;

/** Writing down where a post stands is tried so often, with a pause between: the conversation waits for it. */
const RECORD_TRIES = 3;
const RECORD_PAUSE_MS = 100;

/** Waiting for Teams' windows included. */
const LONGEST_SEND_MS = 15 * SECOND;

/** Until it is looked at again whether the message above a reply is posted. */
const ROOT_WAIT_MS = 2 * SECOND;

/**
 * Sends or edits one claimed delivery and writes down what became of it.
 * @returns when it is due again, milliseconds since 1970; undefined where it is done
 */
type Sender = (row: DeliveryRow) => Promise<number | undefined>;

export const createSender = (deps: SenderDeps): Sender => {
  const { database, connector, clock, log } = deps;

  /** @returns when to look again, milliseconds since 1970, while the message above it is not posted */
  const conversationOf = async (row: DeliveryRow): Promise<ConversationRef | number> => {
    if (row.conversation_id === null && row.target_kind === 'person') return connector.openPersonal(row.target);
    const id = row.conversation_id ?? (await threadUnder(row.target));
    if (typeof id === 'number') return id;
    const known = await connector.conversations.find(id);
    if (!known) throw new ConnectorError('left');
    return known;
  };

  /** @throws ConnectorError `gone` where the message above it never will be posted */
  const threadUnder = async (subject: string): Promise<string | number> => {
    const roots = await findCopies(database.db, subject);
    const posted = roots.find(({ activity_id }) => activity_id !== null);
    if (!posted && roots.every(({ state }) => state === 'dead')) throw new ConnectorError('gone');
    const due = Math.min(...roots.map(({ due_at }) => Date.parse(due_at)));
    return posted?.conversation_id ?? Math.max(due, clock.now() + ROOT_WAIT_MS);
  };

  /** @throws ConnectorError `unclear` where it could not be written down: Teams took it, and the row does not say so */
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

  const show = async (row: DeliveryRow, at: ConversationRef, rendered: Rendered): Promise<void> => {
    const { card, file, summary } = rendered;
    const activity = file === undefined ? { card, summary } : { file, summary };
    const options = {
      correlation: row.id,
      patient: false, // The row waits where nothing else waits behind it.
      priority: row.priority === priorities.critical ? 'critical' : 'normal',
      deadlineMs: leaseLeft(row, clock.now()),
      recorded: (posted: Posted) => record(row, { version: rendered.version, ...posted }),
    } as const;
    if (row.activity_id) await connector.edit(at, row.activity_id, activity, options);
    else await connector.send(at, activity, options);
  };

  const putOff = async (row: DeliveryRow, setback: Setback): Promise<void> => {
    if (setback.again !== undefined && !setback.shutOut) {
      await database.write((db) => recordSetback(db, clock.now(), row, setback));
      return;
    }
    await database.transaction(async (trx) => {
      const state = setback.again === undefined ? 'dead' : row.state;
      if (await recordSetback(trx, clock.now(), row, setback))
        await deps.onUndelivered(trx, { ...row, state }, setback.code);
    });
  };

  return async (row) => {
    const line = log.with({ delivery: row.id, kind: row.face });
    try {
      const rendered = await deps.render(row);
      if (!rendered) {
        await recordSetback(database.db, clock.now(), row, { code: 'Outbox.NothingToShow', again: undefined });
        return undefined;
      }
      const at = await conversationOf(row);
      if (typeof at === 'number') {
        await recordSetback(database.db, clock.now(), row, { code: 'Outbox.RootNotPosted', again: at, untried: true });
        return at;
      }
      await show(row, at, rendered);
      line.debug('delivered', { state: row.activity_id ? 'edited' : 'posted' });
      return undefined;
    } catch (error) {
      const setback = judge(error, row, clock.now());
      const said = { code: setback.code, attempt: row.attempts, error };
      if (setback.untried) line.debug('delivery put off', said);
      else line.warn('delivery put off', said);
      await putOff(row, setback);
      return setback.again;
    }
  };
};

/**
 * Nothing may leave once the row can be somebody else's: a process that stood still would say again what another one has
 * said, or put an old state over a newer one.
 * @returns milliseconds, no more than a send may take
 * @throws ConnectorError when none are left
 */
const leaseLeft = ({ lease_until }: DeliveryRow, now: number): number => {
  const left = Date.parse(lease_until ?? '') - now;
  if (left <= 0) throw new ConnectorError('throttled');
  return Math.min(left, LONGEST_SEND_MS);
};

const FINAL: ReadonlySet<string> = new Set(['gone', 'blocked', 'too-large']);
const WAITS_FOR_RETURN = 'left';

const judge = (error: unknown, row: DeliveryRow, now: number): Setback => {
  const code = error instanceof AppError ? error.code : 'Outbox.Fault';
  const backoff = now + Math.min(SECOND * 2 ** Math.min(row.attempts - 1, 9), 5 * MINUTE);
  if (row.attempts >= MAX_ATTEMPTS) return { code, again: undefined };
  if (!(error instanceof ConnectorError)) return { code, again: backoff };
  // A tenant that takes no edits gets the new state as a new message; the old copy's buttons no longer do anything.
  if (error.kind === 'edit-refused') return { code, again: now, repost: true };
  if (error.kind === 'unclear')
    return { code, again: Math.max(backoff, now + UNCLEAR_WAIT_MS), unclear: !row.activity_id };
  if (FINAL.has(error.kind)) return { code, again: undefined };
  // The app was taken out of the conversation: people put it back, and what was said meanwhile must arrive then.
  if (error.kind === WAITS_FOR_RETURN) return { code, again: backoff, shutOut: row.last_error !== code };
  // Our own windows have no room yet: nothing was tried.
  const untried = error.kind === 'throttled' && error.status === undefined;
  if (untried) return { code, again: now + (error.retryAfterMs ?? SECOND), untried };
  return { code, again: Math.max(backoff, now + (error.retryAfterMs ?? 0)) };
};
