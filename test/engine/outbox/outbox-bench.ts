import { createOutbox, type Outbox } from '#engine/outbox/outbox.ts';
import { type DeliveryRow, outboxMigrations } from '#engine/outbox/tables.ts';
import { randomIds } from '#platform/lib/ids.ts';
import { silentLog } from '#platform/lib/logger.ts';
import type { Database } from '#platform/storage/database.ts';
import { loadTexts } from '#platform/texts/texts.ts';
import { connectorMigrations } from '#teams/connector/conversations/conversation-store.ts';
import type { OpenStore } from '../../support/database.ts';
import type { FakeConnector } from '../../support/fake-connector.ts';
import { createManualClock, type ManualClock } from '../../support/manual-clock.ts';
import { until } from '../../support/until.ts';

export const CHANNEL = '19:approvals@thread.tacv2';
export const SUBJECT = 'thing:1';

/** One outbox over a store, with a subject whose version a test raises. */
export interface Bench {
  readonly outbox: Outbox;
  readonly database: Database;
  readonly clock: ManualClock;
  readonly dead: string[];
  /** What a card of the subject says now; 0: there is nothing to show. */
  version: number;
  /** Whether a copy that can never be edited again is posted anew. */
  replaced: boolean;
  /** Raises the version and has the copies brought up to it. */
  raise(): Promise<void>;
  deliver(to?: { readonly conversation: string } | { readonly person: string }, variant?: string): Promise<void>;
  row(): Promise<DeliveryRow>;
  /** Waits until the only copy is in this state and nobody holds it. */
  rests(state: DeliveryRow['state']): Promise<DeliveryRow>;
}

const POLL_MS = 5;

export const createBench = async (
  open: OpenStore,
  connector: FakeConnector,
  clock: ManualClock = createManualClock(),
  pollMs = POLL_MS,
): Promise<Bench> => {
  const database = await open({ ...connectorMigrations, ...outboxMigrations });
  const outbox = createOutbox({
    ...{ database, connector, clock, texts: loadTexts(), ids: randomIds, log: silentLog },
    pollMs,
  });
  const row = (): Promise<DeliveryRow> =>
    database.db.selectFrom('deliveries').selectAll().orderBy('created_at').orderBy('id').executeTakeFirstOrThrow();
  const bench: Bench = {
    outbox,
    database,
    clock,
    dead: [],
    version: 1,
    replaced: false,
    raise: async () => {
      bench.version += 1;
      await outbox.touch(database.db, SUBJECT, bench.version);
    },
    deliver: async (to = { conversation: CHANNEL }, variant = 'all') => {
      const { version } = bench;
      await outbox.deliver(database.db, { subject: SUBJECT, variant, to, language: 'en', version });
    },
    row,
    async rests(state) {
      await until(`a copy that is ${state}`, async () => {
        const now = await row();
        return now.state === state && now.lease_owner === null;
      });
      return row();
    },
  };
  outbox.define({
    kind: 'thing',
    get replaced() {
      return bench.replaced;
    },
    render: async (_id, variant) =>
      bench.version === 0 ? undefined : { version: bench.version, card: {}, summary: `${variant} ${bench.version}` },
  });
  outbox.onUndelivered(async (_trx, _row, code) => void bench.dead.push(code));
  return bench;
};
