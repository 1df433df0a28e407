import { subscribe } from 'node:diagnostics_channel';
import { ServerResponse } from 'node:http';
import { StatementSync } from 'node:sqlite';
import pg from 'pg';
import type { RecordedEvent } from './trap.ts';

type Watch = (seen: RecordedEvent) => void;

/**
 * Reports what the bot does to the outside: its statements, its calls, its answers. No code of the bot knows of it. To be
 * called before the bot is loaded.
 */
export const recordProcess = (watch: Watch): void => {
  recordSqlite(watch);
  recordPostgres(watch);
  recordCalls(watch);
  recordAnswers(watch);
};

const isBegin = (text: string): boolean => /^\s*(begin|start transaction)/i.test(text);
const isCommit = (text: string): boolean => /^\s*commit/i.test(text);
const isRollback = (text: string): boolean => /^\s*rollback/i.test(text);

/**
 * The statements of one connection; a transaction is what stands between its begin and its commit. Only then have its
 * statements happened for good: `after` one of them is after the commit.
 */
const createConnectionRecorder = (watch: Watch) => {
  let ran: string[] = [];
  let open: RecordedEvent[] | undefined;
  return {
    before(text: string): void {
      if (isBegin(text)) [ran, open] = [[], []];
      if (isRollback(text)) open = undefined;
      if (!isCommit(text)) ran.push(text);
      watch(isCommit(text) ? { on: 'commit', edge: 'before', ran } : { on: 'sql', edge: 'before', text });
    },
    after(text: string, rows: number): void {
      if (!isCommit(text)) {
        const happened = { on: 'sql', edge: 'after', text, rows } as const;
        if (open && !isBegin(text)) open.push(happened);
        else watch(happened);
        return;
      }
      watch({ on: 'commit', edge: 'after', ran });
      for (const happened of open ?? []) watch(happened);
      [ran, open] = [[], undefined];
    },
  };
};

const recordSqlite = (watch: Watch): void => {
  const recorder = createConnectionRecorder(watch);
  const { all, run } = StatementSync.prototype;
  StatementSync.prototype.all = function tapped(this: StatementSync, ...args: Parameters<typeof all>) {
    recorder.before(this.sourceSQL);
    const rows = all.apply(this, args);
    recorder.after(this.sourceSQL, rows.length);
    return rows;
  } as typeof all;
  StatementSync.prototype.run = function tapped(this: StatementSync, ...args: Parameters<typeof run>) {
    recorder.before(this.sourceSQL);
    const result = run.apply(this, args);
    recorder.after(this.sourceSQL, Number(result.changes));
    return result;
  } as typeof run;
};

type Query = (text: string, values?: unknown[]) => Promise<{ readonly rowCount: number | null }>;

const recordPostgres = (watch: Watch): void => {
  const recorders = new WeakMap<object, ReturnType<typeof createConnectionRecorder>>();
  const prototype = pg.Client.prototype as unknown as { query: Query };
  const { query } = prototype;
  prototype.query = function tapped(this: object, text, values) {
    const recorder = recorders.get(this) ?? createConnectionRecorder(watch);
    recorders.set(this, recorder);
    recorder.before(text);
    const result = query.call(this, text, values);
    void result.then(
      ({ rowCount }) => recorder.after(text, rowCount ?? 0),
      () => {},
    );
    return result;
  };
};

interface Outgoing {
  readonly request: { readonly method: string; readonly origin: string | URL; readonly path: string };
}

const recordCalls = (watch: Watch): void => {
  const edges = {
    'undici:client:sendHeaders': 'leaving',
    'undici:request:bodySent': 'sent',
    'undici:request:trailers': 'answered',
  } as const;
  for (const [channel, edge] of Object.entries(edges)) {
    subscribe(channel, (message) => {
      const { method, path } = (message as Outgoing).request;
      watch({ on: 'call', edge, to: `${method} ${decodeURIComponent(path)}` });
    });
  }
};

const recordAnswers = (watch: Watch): void => {
  const { writeHead } = ServerResponse.prototype;
  ServerResponse.prototype.writeHead = function tapped(this: ServerResponse, ...args: unknown[]) {
    if (this.req.url === '/api/messages') watch({ on: 'answer' });
    return Reflect.apply(writeHead, this, args);
  } as typeof writeHead;
};
