import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Dice } from '../run-on-stores.ts';

/** The server's own processes that serve the bots of one database. */
export interface Backends {
  /** Stops some of them, each where it just is. @returns lets them go on */
  stop(dice: Dice, share: number): Promise<() => void>;
  /** Ends some of them, as an administrator does. */
  terminate(dice: Dice, share: number): Promise<void>;
  /** Whether these rows of the ledger can be seen by others. @returns those that cannot */
  missing(ids: readonly string[]): Promise<string[]>;
  end(): Promise<void>;
}

/** By this name the sessions of the proof itself are known, which stay as they are. */
const OURS = 'steward-proof';
const SERVER_ANSWERS_MS = 2_000;
const TRIES = 5;

/** Whatever this process opens from here on is spared. */
export const nameOurSessions = (): void => {
  process.env['PGAPPNAME'] = OURS;
};

export const openBackends = async (url: string): Promise<Backends> => {
  const pool = new pg.Pool({ connectionString: url, max: 3 });
  pool.on('error', () => {}); // The server may be stopped before the proof has ended.
  await pool.query('create table ledger (id text primary key, at bigint not null)');
  await pool.query('create table ours (n int); insert into ours values (0)');
  const stopped = new Set<number>();

  const some = async (dice: Dice, share: number): Promise<number[]> => {
    const { rows } = await pool.query<{ pid: number }>(
      `select pid from pg_stat_activity where datname = current_database() and backend_type = 'client backend'
        and application_name <> $1 order by pid`,
      [OURS],
    );
    return rows.map(({ pid }) => pid).filter(() => dice.next() < share);
  };

  const signal = (pid: number, name: 'SIGSTOP' | 'SIGCONT'): void => {
    try {
      process.kill(pid, name);
      if (name === 'SIGSTOP') stopped.add(pid);
      else stopped.delete(pid);
    } catch {
      stopped.delete(pid); // It has ended meanwhile.
    }
  };

  /** One that stands with a lock of the server's own inside stops every database: that is another fault. */
  const serverAnswers = (): Promise<boolean> =>
    Promise.race([
      pool.query('update ours set n = n + 1').then(() => true),
      sleep(SERVER_ANSWERS_MS).then(() => false),
    ]);

  return {
    async stop(dice, share) {
      for (let tries = 0; tries < TRIES; tries += 1) {
        const pids = await some(dice, share);
        for (const pid of pids) signal(pid, 'SIGSTOP');
        const goOn = (): void => {
          for (const pid of pids) signal(pid, 'SIGCONT');
        };
        if (await serverAnswers()) return goOn;
        goOn();
      }
      return () => {};
    },
    async terminate(dice, share) {
      for (const pid of await some(dice, share)) await pool.query('select pg_terminate_backend($1)', [pid]);
    },
    async missing(ids) {
      const { rows } = await pool.query<{ id: string }>('select id from ledger where id = any($1)', [ids]);
      const there = new Set(rows.map(({ id }) => id));
      return ids.filter((id) => !there.has(id));
    },
    async end() {
      for (const pid of [...stopped]) signal(pid, 'SIGCONT');
      await pool.end();
    },
  };
};
