import type { Connector, ConversationRef } from '../connector/connector.ts';
import { ConnectorError } from '../connector/errors.ts';
import { type Clock, MINUTE, SECOND } from '../lib/clock.ts';
import { AppError } from '../lib/errors.ts';
import type { Log } from '../lib/logger.ts';
import type { Database, Trx } from '../storage/database.ts';
import type { Rendered } from './renderer.ts';
import { findCopies, priorities, recordSetback, recordShown, type Setback } from './repository.ts';
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

/** Until it is looked at again whether the message above a reply is posted. */
const ROOT_WAIT_MS = 2 * SECOND;

/** Sends or edits one claimed delivery and writes down what became of it. */
export const createSender = (deps: SenderDeps): ((row: DeliveryRow) => Promise<void>) => {
  const { database, connector, clock, log } = deps;

  /** @returns undefined while the message above it is not posted */
  const conversationOf = async (row: DeliveryRow): Promise<ConversationRef | undefined> => {
    if (row.conversation_id === null && row.target_kind === 'person') return connector.openPersonal(row.target);
    const id = row.conversation_id ?? (await threadUnder(row.target));
    if (id === undefined) return undefined;
    const known = await connector.known.find(id);
    if (!known) throw new ConnectorError('left');
    return known;
  };

  /** @throws ConnectorError `gone` where the message above it never will be posted */
  const threadUnder = async (subject: string): Promise<string | undefined> => {
    const roots = await findCopies(database.db, subject);
    const posted = roots.find(({ activity_id }) => activity_id !== null);
    if (!posted && roots.every(({ state }) => state === 'dead')) throw new ConnectorError('gone');
    return posted?.conversation_id ?? undefined;
  };

  const show = async (row: DeliveryRow, at: ConversationRef, rendered: Rendered): Promise<void> => {
    const activity = { card: rendered.card, summary: rendered.summary };
    const options = {
      correlation: row.id,
      priority: row.priority === priorities.critical ? 'critical' : 'normal',
    } as const;
    if (row.activity_id) {
      await connector.edit(at, row.activity_id, activity, options);
      await recordShown(database.db, row, {
        version: rendered.version,
        conversationId: at.id,
        activityId: row.activity_id,
      });
      return;
    }
    const posted = await connector.send(at, activity, options);
    await recordShown(database.db, row, { version: rendered.version, ...posted });
  };

  return async (row) => {
    const line = log.with({ delivery: row.id, kind: row.face });
    try {
      const rendered = await deps.render(row);
      if (!rendered) {
        await recordSetback(database.db, row, { code: 'Outbox.NothingToShow', again: undefined });
        return;
      }
      const at = await conversationOf(row);
      if (!at) {
        await recordSetback(database.db, row, { code: 'Outbox.RootNotPosted', again: clock.now() + ROOT_WAIT_MS });
        return;
      }
      await show(row, at, rendered);
      line.debug('delivered', { state: row.activity_id ? 'edited' : 'posted' });
    } catch (error) {
      const setback = judge(error, row, clock.now());
      line.warn('delivery put off', { code: setback.code, attempt: row.attempts, error });
      await database.transaction(async (trx) => {
        const ours = await recordSetback(trx, row, setback);
        if (ours && (setback.again === undefined || setback.shutOut)) await deps.onUndelivered(trx, row, setback.code);
      });
    }
  };
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
  return { code, again: Math.max(backoff, now + (error.retryAfterMs ?? 0)) };
};
