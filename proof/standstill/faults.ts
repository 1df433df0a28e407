import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { SECOND } from '../../src/platform/lib/clock.ts';
import type { Bot } from '../cluster/bots.ts';
import type { Cluster } from '../cluster/cluster.ts';
import type { Dice } from '../lib/dice.ts';
import type { Fault } from './plan.ts';

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

/** When a bot could not answer, or not as it should, by performance.now. */
interface Span {
  readonly from: number;
  to: number;
}

/** Two bots, and what is done to them. */
export interface BotFaults {
  /** Those that live and do not stand still; a place is empty while its bot starts. */
  awake(): readonly Bot[];
  /** Whether the bot stood still, was killed or ended at any time between. */
  wasOut(bot: Bot, from: number, to: number): boolean;
  /** Whether it had a wrong clock. */
  hadWrongClock(bot: Bot, from: number, to: number): boolean;
  /** Does it and takes it back when its time is over. */
  inflict(fault: Fault): Promise<void>;
}

/** A moment of its own work comes by then, or the bot is stopped wherever it is. */
const MOMENT_COMES_MS = 4 * SECOND;

/** @param warm makes a bot that has just started ready to be asked */
export const openBotFaults = async (
  cluster: Cluster,
  backends: Backends,
  dice: Dice,
  warm: (bot: Bot) => Promise<void>,
): Promise<BotFaults> => {
  const places: (Bot | undefined)[] = [];
  const out = new Map<Bot, Span[]>();
  const wrongClocks = new Map<Bot, Span[]>();
  /** A process that finds no store at its start ends, and whatever runs it starts another one. */
  const startBot = async (): Promise<Bot> => {
    for (;;) {
      try {
        const bot = await cluster.startBot();
        await warm(bot);
        return bot;
      } catch (error) {
        if (!/Store\.(Busy|Away)/.test(String(error))) throw error;
        await sleep(SECOND);
      }
    }
  };
  const living = [...cluster.bots()];
  for (const place of [0, 1]) places[place] = living[place] ?? (await startBot());

  const begin = (spans: Map<Bot, Span[]>, bot: Bot): Span => {
    const span = { from: performance.now(), to: Number.POSITIVE_INFINITY };
    spans.set(bot, [...(spans.get(bot) ?? []), span]);
    return span;
  };
  const end = (span: Span): void => {
    span.to = performance.now();
  };
  const overlaps = (spans: Map<Bot, Span[]>, bot: Bot, from: number, to: number): boolean =>
    (spans.get(bot) ?? []).some((span) => span.from <= to && span.to >= from);

  const standStill = async (bot: Bot, fault: Extract<Fault, { kind: 'bot stands still' }>): Promise<void> => {
    const span = begin(out, bot);
    if (fault.at) {
      const standing = bot.pauseAt({ moments: [fault.at] });
      await Promise.race([standing, sleep(MOMENT_COMES_MS)]);
      // It may have walked into the trap in the very moment in which it is taken away.
      if (!bot.isPaused()) await Promise.race([standing, bot.disarm()]);
    }
    if (!bot.isPaused()) bot.pause();
    await sleep(fault.ms);
    cluster.resume(bot);
    await bot.disarm();
    end(span);
  };

  const replace = async (place: number, bot: Bot, leave: () => Promise<void>): Promise<void> => {
    begin(out, bot);
    places[place] = undefined;
    await leave();
    places[place] = await startBot();
  };

  const setClocks = async (which: 'all' | number, aheadMs: number, ms: number): Promise<void> => {
    const bots = (which === 'all' ? places : [places[which]]).flatMap((bot) => bot ?? []);
    const right = cluster.now() - Date.now();
    const spans = bots.map((bot) => begin(wrongClocks, bot));
    await Promise.all(bots.map((bot) => bot.setClock(right + aheadMs).catch(() => {})));
    await sleep(ms);
    await Promise.all(bots.map((bot) => bot.setClock(right).catch(() => {})));
    for (const span of spans) end(span);
  };

  return {
    awake: () => places.flatMap((bot) => (bot && !bot.isPaused() ? [bot] : [])),
    wasOut: (bot, from, to) => overlaps(out, bot, from, to),
    hadWrongClock: (bot, from, to) => overlaps(wrongClocks, bot, from, to),
    async inflict(fault) {
      if (fault.kind === 'backends are ended') return backends.terminate(dice, fault.share);
      if (fault.kind === 'backends stand still') {
        const goOn = await backends.stop(dice, fault.share);
        await sleep(fault.ms);
        return goOn();
      }
      if (fault.kind === 'clock is wrong') return setClocks(fault.bot, fault.aheadMs, fault.ms);
      const bot = places[fault.bot];
      // What stands still or is starting already has its fault.
      if (!bot || bot.isPaused() || overlaps(out, bot, performance.now(), performance.now())) return;
      if (fault.kind === 'bot stands still') return standStill(bot, fault);
      await replace(fault.bot, bot, fault.kind === 'bot is killed' ? bot.kill : bot.drain);
    },
  };
};
