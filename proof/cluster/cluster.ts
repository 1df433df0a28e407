import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CLAIM_MS } from '../../src/bot/turn/idempotency.ts';
import { iso } from '../../src/platform/lib/clock.ts';
import { type Db, openExistingDatabase } from '../../src/platform/storage/database.ts';
import '../../src/platform/jobs/repository.ts';
import '../../src/engine/outbox/tables.ts';
import { writeTestKey } from '../../test/support/audit.ts';
import { until } from '../../test/support/until.ts';
import { withWideLimits } from '../../test/support/wide-limits.ts';
import type { BotFunctions, BotStart } from './bot-process.ts';
import { type Bot, createBots } from './bots.ts';
import { type Remote, startChildProcess } from './child-process.ts';
import { aheadBytes } from './moving-clock.ts';
import type { TeamsFunctions } from './teams-process.ts';
import type { VendorFunctions } from './vendor-process.ts';

/**
 * The ground of every proof: Teams, the vendor and each bot as a process of its own, one clock over all of them.
 *
 *   const cluster = await openCluster({ databaseUrl });    // Teams and vendor listen; no bot yet
 *   const bot = await cluster.startBot();                  // the real createApp; call it again for a second process on the same store
 *   await bot.arm({ moments: [{ on: 'call', edge: 'sent', to: 'PUT .*roleEligibilityScheduleRequests' }] });
 *   await cluster.teams.say('ana', channels.general, 'request role …', { mention: true });
 *   await bot.killed;                                      // it killed itself there (or: bot.kill(), bot.drain())
 *   await cluster.startBot(); await cluster.advance(LEASES_OVER);
 *   await cluster.inStore((db) => violations(db));
 *   await cluster.end();
 *
 * `cluster` stands in for `Steward` in test/support/story.ts (ask, requestRole, cardOf, press …). Nothing of it needs jest.
 */
export interface Cluster {
  readonly teams: Remote<TeamsFunctions>;
  readonly vendor: Remote<VendorFunctions> & { readonly url: string };
  readonly databaseUrl: string;
  /** Where the bots have their keys. */
  readonly secretsDir: string;
  /** The bots that live, oldest first; Teams hands each activity to the next of them. */
  readonly bots: () => readonly Bot[];
  /** With the first one the app is installed in Teams. */
  startBot(): Promise<Bot>;
  /** What every clock says, in milliseconds since 1970; Teams names its messages after it. */
  now(): number;
  /**
   * Moves every clock ahead: people's, Teams' and the vendor's, then the bots'.
   * @param apartMs the bots one after another with so much between them, as no two machines show the same time
   */
  advance(ms: number, apartMs?: number): Promise<void>;
  /** Lets a bot that stood still go on. */
  resume(bot: Bot): void;
  /** Lets so much time pass while a bot works: in steps, and never over the lease of something that it does or answers at that moment. */
  pass(ms: number): Promise<void>;
  /** Looks into the bot's store, whether a bot runs or not. */
  inStore<T>(look: (db: Db) => Promise<T>): Promise<T>;
  /** Waits until `look` finds something, and gives it. @throws Error that names what was never seen */
  until<T>(what: string, look: () => Promise<T | undefined | false>, patienceMs?: number): Promise<T>;
  /** Ends every process; the folder and all in it is gone. */
  end(): Promise<void>;
}

interface ClusterOptions {
  /** Of an empty store; a SQLite file of the cluster's own when absent. */
  readonly databaseUrl?: string;
  readonly policy?: (text: string) => string;
  /** With the default limits of the policy; without them nobody is ever over one. */
  readonly limited?: boolean;
  /** What the bots are told of the vendor, in place of where it is. */
  readonly vendor?: (at: BotStart['vendor']) => BotStart['vendor'];
  /** Grants and removals are sent in the name of whoever approved them. */
  readonly sentByApprover?: boolean;
  /** How often a bot looks for work that nobody woke it for; 50 ms when absent. */
  readonly pollMs?: number;
}

const LEASE_MS = 60_000;
const STEP_MS = 4_000;

/** Whether anything is being sent, done or answered under a lease that was taken since then. */
const isBusySince = async (db: Db, since: number): Promise<boolean> => {
  const fresh = iso(since + LEASE_MS);
  const delivery = await db.selectFrom('deliveries').select('id').where('lease_until', '>=', fresh).executeTakeFirst();
  const job = await db.selectFrom('jobs').select('id').where('lease_until', '>=', fresh).executeTakeFirst();
  const answering = db.selectFrom('seen_activities').select('key').where('answer_json', 'is', null);
  const activity = await answering.where('claimed_until', '>=', iso(since + CLAIM_MS)).executeTakeFirst();
  return (delivery ?? job ?? activity) !== undefined;
};

/** Longer than any lease that a crash leaves behind. */
export const LEASES_OVER = 61_000;

const SHIPPED_POLICY = join(import.meta.dirname, '../../sandbox/policy.yaml');

export const openCluster = async (options: ClusterOptions = {}): Promise<Cluster> => {
  const folder = mkdtempSync(join(tmpdir(), 'steward-cluster-'));
  const databaseUrl = options.databaseUrl ?? `sqlite:${join(folder, 'steward.db')}`;
  const policyFile = join(folder, 'policy.yaml');
  const shipped = readFileSync(SHIPPED_POLICY, 'utf8');
  const secretsDir = join(folder, 'secrets');
  writeTestKey(secretsDir);
  const text = options.policy?.(shipped) ?? shipped;
  writeFileSync(policyFile, options.limited ? text : withWideLimits(text));

  const teams = startChildProcess<TeamsFunctions>('teams-process.ts', [`sqlite:${join(folder, 'teams.db')}`]);
  const vendor = startChildProcess<VendorFunctions>('vendor-process.ts', [`sqlite:${join(folder, 'vendor.db')}`]);
  const [trust, at] = await Promise.all([teams.call.trust(), vendor.call.at()]);
  let aheadMs = 0;
  let started = 0;
  const bots = createBots({
    start: () => ({
      databaseUrl,
      policyFile,
      trust,
      serviceUrl: trust.serviceUrl,
      vendor: options.vendor?.(at) ?? at,
      aheadMs,
      aheadFile: newAheadFile(),
      pollMs: options.pollMs ?? 50,
      sentByApprover: options.sentByApprover ?? false,
    }),
    changed: (living) => teams.call.setBots(living.map(({ url }) => url)),
  });
  const newAheadFile = (): string => {
    started += 1;
    const file = join(folder, `ahead-${started}`);
    writeFileSync(file, aheadBytes(0));
    return file;
  };
  let store: ReturnType<typeof openExistingDatabase> | undefined;
  let startedAt = 0;

  const advance: Cluster['advance'] = async (ms, apartMs = 0) => {
    aheadMs += ms;
    const setAhead = (peer: { readonly call: Pick<Remote<BotFunctions>, 'setAhead'> }) =>
      peer.call.setAhead(aheadMs).catch(() => {});
    // A bot whose clock came first could ask the vendor at the new time and be answered at the old one.
    await Promise.all([setAhead(teams), setAhead(vendor)]);
    const hearing = bots.living().filter((bot) => !bot.isPaused());
    const inTurn = hearing.map(async (bot, n) => {
      if (apartMs > 0) await sleep(n * apartMs);
      await setAhead(bot);
    });
    await Promise.all(inTurn);
  };
  const inStore: Cluster['inStore'] = (look) => {
    store ??= openExistingDatabase(databaseUrl);
    return look(store.db);
  };

  return {
    teams: teams.call,
    vendor: withUrl(vendor.call, at.url),
    databaseUrl,
    secretsDir,
    bots: bots.living,
    async startBot() {
      const isFirst = startedAt === 0;
      startedAt = Date.now() + aheadMs;
      const bot = await bots.start();
      if (isFirst) await teams.call.install();
      return bot;
    },
    now: () => Date.now() + aheadMs,
    advance,
    resume: (bot) => bot.resume(aheadMs),
    async pass(ms) {
      const until = aheadMs + ms;
      while (aheadMs < until) {
        if (!(await inStore((db) => isBusySince(db, startedAt)))) await advance(Math.min(STEP_MS, until - aheadMs));
      }
    },
    inStore,
    until: (what, look, patienceMs = PATIENCE_MS) => until(what, look, { patienceMs, pauseMs: 15 }),
    async end() {
      await bots.end();
      await store?.close();
      for (const peer of [teams, vendor]) peer.signal('SIGKILL');
      await Promise.all([teams.ended, vendor.ended]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

/** The functions are called by name, so the address goes beside them. */
const withUrl = <T extends object>(functions: T, url: string): T & { readonly url: string } =>
  new Proxy(functions, {
    get: (target, name) => (name === 'url' ? url : Reflect.get(target, name)),
  }) as T & { readonly url: string };

/** A guard against what never comes, no measure: two processes with a hundred things to do, on a machine that has others, take their time. */
const PATIENCE_MS = 600_000;
