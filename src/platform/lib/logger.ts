import { type DestinationStream, pino } from 'pino';
import { type Clock, MINUTE } from './clock.ts';
import { AppError } from './errors.ts';

/** The allow-list: a log line has only these fields, so that no secret and no person's text gets in. */
const textFields = [
  'correlation',
  'activity',
  'conversation',
  'person',
  'command',
  'verb',
  'form',
  'change',
  'state',
  'kind',
  'delivery',
  'job',
  'operation',
  'method',
  'host',
  'code',
  'reason',
  'file',
  // The hash of an audit entry: it reveals nothing.
  'hash',
  'vendorRequest',
] as const;

/** `seq` is the number of an audit entry. */
const numberFields = ['status', 'attempt', 'count', 'ms', 'port', 'line', 'seq'] as const;

export type LogFields = { readonly [Name in (typeof textFields)[number]]?: string } & {
  readonly [Name in (typeof numberFields)[number]]?: number;
} & { readonly error?: unknown };

const allowed: ReadonlySet<string> = new Set<string>([...textFields, ...numberFields]);

export interface Log {
  debug(event: string, fields?: LogFields): void;
  info(event: string, fields?: LogFields): void;
  warn(event: string, fields?: LogFields): void;
  error(event: string, fields?: LogFields): void;
  /** The same log with fields that every further line has. */
  with(fields: LogFields): Log;
}

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';

/** @param destination gets the JSON lines; standard output when absent */
export const createLogger = (level: LogLevel, destination?: DestinationStream): Log => {
  const sink = pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime },
    destination ?? pino.destination(1),
  );
  const write = (bound: LogFields): Log => {
    const line = (name: 'debug' | 'info' | 'warn' | 'error') => (event: string, fields?: LogFields) => {
      if (sink.isLevelEnabled(name)) sink[name](pick({ ...bound, ...fields }), event);
    };
    return {
      debug: line('debug'),
      info: line('info'),
      warn: line('warn'),
      error: line('error'),
      with: (fields) => write({ ...bound, ...fields }),
    };
  };
  return write({});
};

export const silentLog: Log = createLogger('silent');

const pick = (fields: LogFields): Record<string, unknown> => {
  const kept = Object.entries(fields).filter(([name, value]) => allowed.has(name) && value !== undefined);
  return { ...Object.fromEntries(kept), ...(fields.error === undefined ? {} : { error: describeError(fields.error) }) };
};

/** The most causes that are followed; an error may be its own cause. */
const MAX_CAUSES = 4;

/** Only name, code, message and frames: error objects of libraries contain requests, and those contain tokens. */
const describeError = (error: unknown, causes = MAX_CAUSES): Record<string, unknown> => {
  if (!(error instanceof Error)) return { name: typeof error };
  const { code } = error as { code?: unknown };
  return {
    name: error.name,
    ...(typeof code === 'string' ? { code } : {}),
    message: error.message.slice(0, 300),
    ...(error instanceof AppError ? {} : { at: frames(error) }),
    ...(error.cause instanceof Error && causes > 0 ? { cause: describeError(error.cause, causes - 1) } : {}),
  };
};

const frames = (error: Error): string[] =>
  (error.stack ?? '')
    .split('\n')
    .filter((line) => line.trimStart().startsWith('at '))
    .slice(0, 6)
    .map((line) => line.trim());

/** The most lines of one kind in a minute. */
const MOST = 10;

/** For warnings that outsiders can cause without limit: the first of a minute are logged, the others counted in one line. */
export const createThrottledWarnings = (log: Log, clock: Clock, event: string): ((fields: LogFields) => void) => {
  let began = 0;
  let count = 0;
  let timer: NodeJS.Timeout | undefined;

  const summarise = (): void => {
    if (count > MOST) log.warn(event, { count: count - MOST, ms: MINUTE });
    clearTimeout(timer);
    count = 0;
  };

  return (fields) => {
    // The absolute difference: a clock that was set back must not count for longer than a minute.
    if (count > 0 && Math.abs(clock.now() - began) >= MINUTE) summarise();
    if (count === 0) {
      began = clock.now();
      timer = setTimeout(summarise, MINUTE).unref();
    }
    count += 1;
    if (count <= MOST) log.warn(event, fields);
  };
};
