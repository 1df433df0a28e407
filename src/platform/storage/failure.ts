import { AppError } from '#platform/lib/errors.ts';

/** Why the store does not work now: it is locked or overloaded, its disk is full, or it does not answer. */
export type StoreTrouble = 'busy' | 'full' | 'away';

const causes = {
  busy: { code: 'Store.Busy', text: 'storage.error.busy' },
  full: { code: 'Store.Full', text: 'storage.error.full' },
  away: { code: 'Store.Away', text: 'storage.error.away' },
} as const;

/** A temporary failure of the store: the same may succeed later. */
export class StoreError extends AppError {
  override readonly name = 'StoreError';
  readonly trouble: StoreTrouble;

  constructor(trouble: StoreTrouble, cause: unknown) {
    super({ ...causes[trouble], retryable: true, cause });
    this.trouble = trouble;
  }
}

/** By SQLSTATE prefix, the longest first: PostgreSQL 15 documentation, appendix A. */
const STATES: readonly (readonly [string, StoreTrouble])[] = [
  ['53100', 'full'],
  ['40001', 'busy'], // serialization failure
  ['40P01', 'busy'], // deadlock
  ['55P03', 'busy'], // lock_timeout
  ['57014', 'busy'], // statement_timeout
  ['25P03', 'busy'], // idle_in_transaction_session_timeout
  ['53', 'busy'], // too many connections, out of memory
  ['57P', 'away'], // shut down, or not started yet
  ['58', 'away'], // the server's own disk
  ['08', 'away'],
];

/** By the low byte of SQLite's result code (sqlite.org/rescode.html); the bytes above it are extended codes. */
const RESULTS: Readonly<Record<number, StoreTrouble>> = {
  5: 'busy',
  6: 'busy',
  8: 'away',
  10: 'away',
  13: 'full',
  14: 'away',
};

/** The low byte of SQLite's result code in an error or its causes; 0 when there is none. */
export const sqliteCode = (error: unknown): number => {
  if (typeof error !== 'object' || error === null) return 0;
  const { errcode } = error as Raw;
  if (typeof errcode === 'number') return errcode & 0xff;
  return error instanceof Error ? sqliteCode(error.cause) : 0;
};

interface Raw {
  readonly code?: unknown;
  readonly errcode?: unknown;
  readonly syscall?: unknown;
  readonly message?: unknown;
}

/** Errors of the driver that have only a message. */
const LATE = /^timeout exceeded when trying to connect$/;
const LOST = /^(Connection terminated|Client (has encountered a connection error|was closed))/;

const troubleIn = (error: unknown): StoreTrouble | undefined => {
  if (typeof error !== 'object' || error === null) return undefined;
  const { code, errcode, syscall, message } = error as Raw;
  if (typeof errcode === 'number') return RESULTS[errcode & 0xff];
  if (typeof syscall === 'string') return 'away';
  if (LATE.test(String(message))) return 'busy';
  if (LOST.test(String(message))) return 'away';
  return STATES.find(([state]) => String(code).startsWith(state))?.[1];
};

/** A driver's error as an error for people; a programming error stays as it is. */
export const asStoreError = (error: unknown): unknown => {
  const trouble = error instanceof AppError ? undefined : troubleIn(error);
  return trouble ? new StoreError(trouble, error) : error;
};

/** The server rolled back the whole transaction: a deadlock, a conflict, or too long a pause. */
const UNDONE: ReadonlySet<unknown> = new Set(['40P01', '40001', '25P03']);

/** Whether the transaction was certainly rolled back, and may succeed at once. */
export const isUndone = (error: unknown): boolean =>
  error instanceof StoreError && UNDONE.has((error.cause as Raw | undefined)?.code);

/**
 * A value as both engines bind it: text, numbers and null; a boolean becomes 1 or 0. Objects are refused, because node:sqlite
 * takes one for named parameters and shifts the columns, and pg writes it as JSON.
 * @throws TypeError
 */
export const bindable = (value: unknown): string | number | bigint | null => {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint') return value;
  if (typeof value === 'boolean') return value ? 1 : 0;
  throw new TypeError(`storage cannot bind a ${typeof value}; columns hold text and numbers only`);
};
