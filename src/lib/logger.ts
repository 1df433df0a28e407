import { type DestinationStream, pino } from 'pino';
import { AppError } from './errors.ts';

/** The allow-list: a log line holds these fields and no others, so no secret and no person's text can slip in. */
export interface LogFields {
  readonly correlation?: string;
  readonly activity?: string;
  readonly conversation?: string;
  readonly person?: string;
  readonly command?: string;
  readonly verb?: string;
  readonly form?: string;
  readonly change?: string;
  readonly state?: string;
  readonly kind?: string;
  readonly delivery?: string;
  readonly job?: string;
  readonly operation?: string;
  readonly method?: string;
  readonly host?: string;
  readonly status?: number;
  readonly code?: string;
  readonly attempt?: number;
  readonly count?: number;
  readonly ms?: number;
  readonly port?: number;
  readonly reason?: string;
  readonly file?: string;
  readonly line?: number;
  /** An entry of the audit: its number, and its hash, from which nothing can be told. */
  readonly seq?: number;
  readonly hash?: string;
  readonly vendorRequest?: string;
  readonly error?: unknown;
}

export interface Log {
  debug(event: string, fields?: LogFields): void;
  info(event: string, fields?: LogFields): void;
  warn(event: string, fields?: LogFields): void;
  error(event: string, fields?: LogFields): void;
  /** The same log with fields that every further line carries. */
  with(fields: LogFields): Log;
}

const allowed: ReadonlySet<string> = new Set<keyof LogFields>([
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
  'status',
  'code',
  'attempt',
  'count',
  'ms',
  'port',
  'reason',
  'file',
  'line',
  'seq',
  'hash',
  'vendorRequest',
]);

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';

/** @param destination where the JSON lines go; standard output when absent. */
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

/** How far causes are followed; an error may be its own. */
const MAX_CAUSES = 4;

/** Name, code, message and frames only: error objects of libraries carry requests, and those carry tokens. */
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
