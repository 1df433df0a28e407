import { HOUR, iso, MINUTE, SECOND } from '#platform/lib/clock.ts';
import { AppError } from '#platform/lib/errors.ts';
import { insertNew } from '#platform/storage/claim.ts';
import type { Db, Trx } from '#platform/storage/database.ts';
import { prepared } from '#platform/storage/prepared.ts';
import { type Arrival, baseId, isChannelId } from '#teams/connector/conversations/conversation.ts';
import { checkConversation } from '#teams/connector/conversations/conversation-repository.ts';
import { ConnectorError, isShutOut, SHUT_OUT } from '#teams/connector/errors.ts';
import type { DeliveryRow } from './tables.ts';

/** What becomes of a delivery that was not sent. */
export interface Setback {
  readonly code: string;
  /** Milliseconds since 1970 of the next try; undefined ends the copy. */
  readonly again: number | undefined;
  readonly unclear?: boolean;
  /** The conversation takes no posts until people change something in Teams. */
  readonly shutOut?: boolean;
  /** It was not tried: this claim does not count as an attempt. */
  readonly untried?: boolean;
  /** The old message cannot be edited: the next try posts a new one. */
  readonly repost?: boolean;
  /** What `refusals` becomes; as it is when absent. */
  readonly refusals?: number;
}

/** The variant of a copy beside another one: it shows the current state and has no buttons. */
export const ADOPTED = 'stray';

/** About a day, with waits that double up to five minutes; about twelve days where a conversation takes no posts. */
const MAX_ATTEMPTS = 300;
/** While a conversation takes no posts the waits double up to an hour: more tries would change nothing. */
const LONGEST_SHUT_OUT_WAIT_MS = HOUR;
/** After a lost answer: long enough for Teams to show a message that it accepted, before a possible duplicate. */
export const UNCLEAR_WAIT_MS = 10 * SECOND;

/** The pauses after refusals that may pass, in turn; one after the last of them counts. */
export const PASSING_MS: readonly number[] = [2 * SECOND, 10 * SECOND, MINUTE, 5 * MINUTE];
/** The `refusals` of a row of which a refusal counted. */
const COUNTED = PASSING_MS.length + 1;

/** A copy that a newer one replaces is tried again after this, and then after twice as long each time: about three days. */
export const OLDER_COPY_WAIT_MS = 15 * MINUTE;
const OLDER_COPY_TRIES = PASSING_MS.length + 9;

/** These refuse one message; a new one may be taken. */
const OF_MESSAGE: ReadonlySet<string> = new Set(['gone', 'too-large', 'edit-refused']);

/** @param isReplaced whether people wait for its end: a message that can never be edited again is replaced by a new one */
export const setbackOf = (error: unknown, row: DeliveryRow, now: number, isReplaced: boolean): Setback => {
  const code = error instanceof AppError ? error.code : 'Outbox.Fault';
  const backoff = now + Math.min(SECOND * 2 ** Math.min(row.attempts - 1, 9), 5 * MINUTE);
  if (row.attempts >= MAX_ATTEMPTS) return { code, again: undefined };
  if (!(error instanceof ConnectorError)) return { code, again: backoff };
  const { kind, status, retryAfterMs = 0 } = error;
  const passes = passesIn(error, row);
  if (passes !== undefined) return { code, again: now + passes, refusals: row.refusals + 1 };
  if (OF_MESSAGE.has(kind)) {
    if (row.activity_id && row.face === ADOPTED) return { code, again: olderRetry(row, now) };
    // Where no edit is taken, the new state comes as a new message; the old one's buttons no longer work.
    const repost = kind === 'edit-refused' || isReplaced;
    return repost ? { code, again: now, repost } : { code, again: undefined };
  }
  if (kind === 'unclear') return { code, again: Math.max(backoff, now + UNCLEAR_WAIT_MS), unclear: !row.activity_id };
  // Once people add the app again, or unblock it, everything since then must arrive.
  if (isShutOut(error)) {
    // An app that is just being added is there in seconds.
    const first = kind === 'left' ? SECOND : MINUTE;
    const wait = Math.min(first * 2 ** Math.min(row.attempts - 1, 12), LONGEST_SHUT_OUT_WAIT_MS);
    return { code, again: now + wait, shutOut: true, refusals: COUNTED };
  }
  // Our own rate limits delayed it: nothing was tried.
  const untried = kind === 'throttled' && status === undefined;
  if (untried) return { code, again: now + (error.retryAfterMs ?? SECOND), untried };
  const counts = kind === 'refused' && status !== undefined;
  return { code, again: Math.max(backoff, now + retryAfterMs), ...(counts ? { refusals: COUNTED } : {}) };
};

/** @returns the pause before the next try, in milliseconds; undefined where the refusal counts */
const passesIn = ({ code, meaning }: ConnectorError, row: DeliveryRow): number | undefined => {
  if (meaning === 'final' || (meaning === 'once' && row.last_error === code)) return undefined;
  return PASSING_MS[row.refusals];
};

const olderRetry = ({ attempts }: DeliveryRow, now: number): number | undefined =>
  attempts < OLDER_COPY_TRIES
    ? now + OLDER_COPY_WAIT_MS * 2 ** Math.max(0, attempts - PASSING_MS.length - 1)
    : undefined;

/** True for a setback that was not reported yet: the copy ended, or a refusal counts for the first time. */
export const isNews = ({ refusals, last_error }: DeliveryRow, setback: Setback): boolean =>
  setback.again === undefined || (setback.refusals === COUNTED && (refusals < COUNTED || last_error !== setback.code));

/** A conversation that takes no posts until people change something in Teams. */
interface UnreachableTable {
  /** The conversation without `;messageid=`, or the directory object id of a person without a known chat. */
  target: string;
  /** The Connector's code. */
  code: string;
  since: string;
}

declare module '#platform/storage/database.ts' {
  interface Tables {
    unreachable_targets: UnreachableTable;
  }
}

const LEFT = 'Connector.left';

/** What takes no posts where a delivery was refused. @param conversationId of its post, as far as it is known */
export const targetOf = ({ conversation_id, target }: DeliveryRow, conversationId: string | undefined): string =>
  baseId(conversationId ?? conversation_id ?? target);

/** The next message from there brings what waits, except in a channel that only sends. @returns false when that is known already */
export const markUnreachable = async (trx: Trx, target: string, code: string, now: number): Promise<boolean> => {
  const inserted = await insertNew(trx.insertInto('unreachable_targets').values({ target, code, since: iso(now) }));
  if (!inserted) return false;
  if (code === LEFT || !isChannelId(target)) await checkConversation(trx, target);
  return true;
};

/** @returns what could not be reached before: the app's return to a team unblocks no channel of it */
export const markReachable = async (trx: Trx, arrival: Arrival): Promise<readonly string[]> => {
  const { conversationId, conversationIds, objectIds } = arrival;
  const own = [conversationId, ...objectIds];
  const rows = await trx
    .deleteFrom('unreachable_targets')
    .where((eb) =>
      eb.or([
        eb('target', 'in', own),
        eb.and([eb('target', 'in', [...own, ...conversationIds]), eb('code', '=', LEFT)]),
      ]),
    )
    .returning('target')
    .execute();
  return rows.map(({ target }) => target);
};

/** The arrival that makes one conversation reachable again. @param objectIds whose chat it is */
export const arrivalAt = (target: string, objectIds: readonly string[] = []): Arrival => ({
  conversationId: target,
  conversationIds: [target],
  objectIds,
});

/** What a delivery that arrived shows; undefined where its conversation took posts before. */
export const reachedBy = async (db: Db, row: DeliveryRow, conversationId: string): Promise<Arrival | undefined> => {
  const { target_kind, target, last_error } = row;
  const arrival = arrivalAt(targetOf(row, conversationId), target_kind === 'person' ? [target] : []);
  if (SHUT_OUT.includes(last_error ?? '')) return arrival;
  // Where new posts are refused, edits of old ones may not be.
  if (row.activity_id !== null) return undefined;
  const { rows } = await unreachableAmong(db, arrival.conversationId, arrival.objectIds[0] ?? arrival.conversationId);
  return rows.length > 0 ? arrival : undefined;
};

const unreachableAmong = prepared((db, conversationId: string, objectId: string) =>
  db.selectFrom('unreachable_targets').select('target').where('target', 'in', [conversationId, objectId]).compile(),
);
