import { createOutbox } from '../../../src/engine/outbox/outbox.ts';
import { outboxMigrations } from '../../../src/engine/outbox/tables.ts';
import { clientSecret } from '../../../src/platform/identity/credential.ts';
import { SECOND } from '../../../src/platform/lib/clock.ts';
import { randomIds } from '../../../src/platform/lib/ids.ts';
import { silentLog } from '../../../src/platform/lib/logger.ts';
import { escapeMarkdown } from '../../../src/platform/lib/text.ts';
import { openDatabase, type Tables } from '../../../src/platform/storage/database.ts';
import { loadTexts } from '../../../src/platform/texts/texts.ts';
import { noticeCard } from '../../../src/teams/cards/notice-card.ts';
import { createConnector, defaultChannelLimits } from '../../../src/teams/connector/connector.ts';
import { connectorMigrations } from '../../../src/teams/connector/conversations/conversation-store.ts';
import { channelTrust } from '../../../src/teams/connector/trust.ts';
import { defineProof } from '../../lib/define-proof.ts';
import { diceOf } from '../../lib/dice.ts';
import { criticalWaitsOf, type History, p99, rateViolations } from './invariants.ts';
import { type Plan, planOf } from './plan.ts';
import { createStrictTeams } from './strict-teams.ts';
import { createVirtualTime, watchStore } from './virtual-time.ts';

const TENANT = '11111111-2222-4333-8444-555555555555';
/** After this time everything has arrived, or never will. */
const LONGEST = 4 * 3_600 * SECOND;
/** Poll interval of the outbox; its own timer uses the real clock and has no effect. */
const POLL = SECOND;
const NEVER = 3_600 * SECOND;

/**
 * Runs a plan with the real outbox and connector, from an empty store to the last message.
 * @param refuses whether Teams also refuses requests within its limits
 */
const play = async (url: string, plan: Plan, seed: number, refuses: boolean): Promise<History> => {
  const store = watchStore(await openDatabase<Tables>(url, { ...connectorMigrations, ...outboxMigrations }));
  const { database } = store;
  const { clock, after, run } = createVirtualTime(store.isBusy);
  const dice = diceOf(seed, refuses ? 2 : 1);
  const teams = createStrictTeams({ clock, after, dice, refuses });
  const base = { database, clock, log: silentLog };
  const connector = createConnector({
    ...base,
    http: teams.http,
    trust: channelTrust('public', TENANT),
    appId: TENANT,
    credential: clientSecret('none', 'none'),
    tenantId: TENANT,
    limits: () => defaultChannelLimits,
    random: dice.next,
    after,
  });
  const outbox = createOutbox({ ...base, connector, texts: loadTexts(), ids: randomIds, pollMs: NEVER });
  const versions = new Map<number, number>();
  outbox.define({
    kind: 'send',
    async render(id) {
      const version = versions.get(Number(id)) ?? 1;
      const says = `${id}@${version}`;
      return { version, card: noticeCard.render({ text: escapeMarkdown(says) }), summary: says };
    },
  });

  await meetChannels(plan.channels, connector.conversations.remember);
  const beginAt = clock.now();
  let unwritten = 0;
  /** Since the last poll, and what was written after it. */
  let waiting = plan.sends.length;
  const write = (at: number, work: () => Promise<void>): void => {
    unwritten += 1;
    after(beginAt + at - clock.now(), async () => {
      await work();
      waiting += 1;
      unwritten -= 1;
    });
  };
  for (const [at, sends] of Map.groupBy(plan.sends, (send) => send.at)) {
    write(at, () =>
      database.transaction(async (trx) => {
        for (const { mark, channel, priority, under } of sends) {
          const to = under === undefined ? { conversation: channel } : { under: `send:${under}` };
          await outbox.deliver(trx, {
            subject: `send:${mark}`,
            variant: 'card',
            to,
            language: 'en',
            version: 1,
            priority,
          });
        }
      }),
    );
  }
  for (const { mark, at } of plan.edits) {
    write(at, async () => {
      versions.set(mark, 2);
      await outbox.touch(database.db, `send:${mark}`, 2);
    });
  }

  const look = async (): Promise<void> => {
    waiting = await countWaiting(database.db);
    after(POLL, look);
  };
  after(POLL, look);
  outbox.start();
  await run(() => (unwritten === 0 && waiting === 0) || clock.now() > beginAt + LONGEST);
  await outbox.stop();
  const lost = await database.db
    .selectFrom('deliveries')
    .select(['subject', 'last_error', 'state', 'attempts', 'due_at', 'target_kind'])
    .where('state', '!=', 'shown')
    .execute();
  await database.close();
  return { plan, beginAt, met: teams.met, refuses, lost: lost.map((row) => JSON.stringify(row)) };
};

const countWaiting = async (db: ReturnType<typeof watchStore>['database']['db']): Promise<number> => {
  const row = await db
    .selectFrom('deliveries')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('state', '=', 'ready')
    .executeTakeFirst();
  return Number(row?.count ?? 0);
};

type Remember = ReturnType<typeof createConnector>['conversations']['remember'];

const meetChannels = async (channels: readonly string[], remember: Remember): Promise<void> => {
  for (const conversationId of channels) {
    await remember({
      conversationId,
      kind: 'channel',
      serviceUrl: 'https://smba.trafficmanager.net/emea/',
      tenantId: TENANT,
    });
  }
};

/** Under load no rate limit of Teams is exceeded, critical messages go first, each Retry-After is kept, and everything arrives. */
export const rates = defineProof({
  name: 'health-3',
  says: 'many messages at once keep every window of Teams, critical ones first',
  short: { runs: 600, seed: 4 },
  // On each of two stores 10,000 sends to a fifth as many channels, a tenth of them critical, without refusals and with them.
  runs: 40_000,
  together: (runs) => Math.ceil(runs / 2),
  runsEach: 1,
  plan: (_dice, _first, seed, { count, number, stores }) => ({
    ...{ seed, sends: planOf(seed, count), refuses: Math.floor((number - 1) / stores) % 2 === 1 },
  }),
  at: ({ refuses }) => (refuses ? 'with refusals' : 'undisturbed'),
  world: async ({ url }) => ({ url, end: async () => {} }),
  evidence: ({ url }, { seed, sends, refuses }) => play(url, sends, seed, refuses),
  laws: { 'every window is kept': rateViolations },
  overall: (all) => ({
    tells: [
      `p99 of what is critical ${Math.max(...all.filter(({ refuses }) => !refuses).map((one) => p99(criticalWaitsOf(one))))} ms`,
    ],
  }),
});
