import type { Changes } from '../../src/engine/changes/changes.ts';
import { rulesSection } from '../../src/engine/changes/decision/check-rules.ts';
import type { Outbox } from '../../src/engine/outbox/outbox.ts';
import { type Database, openDatabase } from '../../src/platform/storage/database.ts';
import type { PolicyStore } from '../../src/policy/file/policy-store.ts';
import { limitsSection } from '../../src/policy/model/sections.ts';
import type { OutgoingActivity } from '../../src/teams/connector/messages.ts';
import { connectEngine, migrations } from '../../test/engine/changes/engine.ts';
import { createVendor, kindOver } from '../../test/engine/changes/simple-kind.ts';
import { createFakeConnector, type FakeConnector } from '../../test/support/fake-connector.ts';
import type { ManualClock } from '../../test/support/manual-clock.ts';
import { createTestPolicy } from '../../test/support/policy.ts';
import { until } from '../../test/support/until.ts';

/** A message of the bot, by whom it notifies. */
interface Heard {
  readonly at: number;
  /** Directory object ids of those who are mentioned, or whose chat it is. */
  readonly people: readonly string[];
}

/** Teams as it hears the bot: who is notified when. */
export const createListener = (clock: ManualClock) => {
  const heard: Heard[] = [];
  const connector = createFakeConnector();
  const listening: FakeConnector = {
    ...connector,
    async send(to, activity, options) {
      const people = to.id.startsWith('a:') ? [to.id.slice(2)] : mentionedIn(activity);
      heard.push({ at: clock.now(), people });
      return connector.send(to, activity, options);
    },
  };
  return { heard, connector: listening };
};

const mentionedIn = ({ entities = [] }: OutgoingActivity): string[] =>
  entities.flatMap((entity) => {
    const { mentioned } = entity as { mentioned?: { id: string } };
    return mentioned ? [mentioned.id.replace(/^29:/, '')] : [];
  });

interface NoticeEngine {
  readonly changes: Changes;
  readonly outbox: Outbox;
  readonly policy: PolicyStore;
  readonly database: Database;
  write(text: string): void;
  /** Does what is due, and waits until nothing is due or under way. */
  rest(): Promise<void>;
  /** Whether a message waits for the card above it, or for another try, of at most so many milliseconds. */
  postponed(ms: number): Promise<boolean>;
  end(): Promise<void>;
}

/** The change engine on a store; only the vendor, Teams and the policy's file are stand-ins. */
export const startEngine = async (
  url: string,
  text: string,
  clock: ManualClock,
  connector: FakeConnector,
): Promise<NoticeEngine> => {
  const database = await openDatabase(url, migrations);
  const vendor = createVendor();
  const kinds = [kindOver(vendor, 'op')];
  const policy = createTestPolicy(text, [rulesSection(kinds), limitsSection]);
  const { changes, jobs, outbox } = await connectEngine(
    { database, clock, policy, vendor: vendor.client, connector, pollMs: 50 },
    kinds,
  );
  /** A worker looks at once when it starts: the clock moves by jumps, and nobody else would wake it. */
  const lookNow = async (): Promise<void> => {
    await Promise.all([jobs.stop(), outbox.stop()]);
    jobs.start();
    outbox.start();
  };
  await lookNow();
  const dueBefore = async (table: 'jobs' | 'deliveries', at: number): Promise<boolean> => {
    const row = await database.db
      .selectFrom(table)
      .select('id')
      .where('state', '=', 'ready')
      .where((eb) => eb.or([eb('due_at', '<=', new Date(at).toISOString()), eb('lease_owner', 'is not', null)]))
      .limit(1)
      .executeTakeFirst();
    return row !== undefined;
  };
  const isBusy = async (): Promise<boolean> =>
    (await dueBefore('jobs', clock.now())) || (await dueBefore('deliveries', clock.now()));
  return {
    ...{ changes, outbox, policy, database },
    write: (next) => policy.replace(next),
    async rest() {
      await lookNow();
      await until('everything due is done', async () => !(await isBusy()), { pauseMs: 2 });
    },
    postponed: (ms) => dueBefore('deliveries', clock.now() + ms),
    async end() {
      await Promise.all([jobs.stop(), outbox.stop()]);
      await database.close();
    },
  };
};
