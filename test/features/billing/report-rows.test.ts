import type { KyselyPlugin } from 'kysely';
import { showSummary } from '#features/billing/chat/actions.ts';
import { parseListQuery } from '#features/billing/invoice/list-query.ts';
import { billingSection } from '#features/billing/policy.ts';
import { reports } from '#features/billing/report/reports.ts';
import { billingMigrations, type ReportRow, reportStore } from '#features/billing/store.ts';
import type { Services } from '#features/feature.ts';
import { type Database, openDatabase } from '#platform/storage/database.ts';
import type { Policy } from '#policy/policy.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { createTestPolicy } from '../../support/policy.ts';
import { turnOf } from '../../support/turn.ts';
import { readState } from './invoice-samples.ts';

const DI = 'd1d7c0de-4444-4d44-8d44-0d0d0d0d0d04';
const ANA = 'a1a7c0de-1111-4a11-8a11-0a0a0a0a0a01';
const FINANCE = '19:finance@thread.tacv2';

const policyText = `
people:
  di: { id: ${DI} }
  ana: { id: ${ANA} }
conversations:
  finance: { id: "${FINANCE}" }
billing:
  accounts:
    northwind: { account: "8608480", see: [di, ana], channels: [finance] }
`;

let database: Database;
beforeEach(async () => {
  database = await openDatabase('sqlite::memory:', billingMigrations);
});
afterEach(() => database.close());

const now = createManualClock().now();

const insertReport = async (row: Partial<ReportRow> = {}): Promise<void> => {
  const about = { kind: 'transactions', account: 'northwind', vendor_account: '8608480', state: 'reading' as const };
  await reportStore.insert(database.db, now, {
    ...{ ...about, id: 'r1', source: 's1', asked_by: DI, conversation_id: FINANCE, language: 'en', rows_read: 0 },
    invoices_json: JSON.stringify([{ title: 'november', id: 'G002548106' }]),
    question_json: JSON.stringify(parseListQuery({ filter: '', sort: '', search: '' }, now)),
    ...row,
  });
};

/** The outbox and the database as services, and what they were asked for. */
const countingServices = (policy: Policy = createTestPolicy(policyText, [billingSection]).current()) => {
  const [touched, statements, rights]: [string[], string[], string[]] = [[], [], []];
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      statements.push(node.kind.replace('QueryNode', ''));
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const db = database.db.withPlugin(plugin);
  const current: Policy = {
    ...policy,
    isIn(objectId, groups) {
      rights.push(`${objectId} may see`);
      return policy.isIn(objectId, groups);
    },
    conversationById(id) {
      rights.push('may be shown here');
      return policy.conversationById(id);
    },
  };
  const services = {
    policy: { current: () => current },
    outbox: {
      touch: async (_db: unknown, subject: string) => void touched.push(subject),
      holdPressedCard: async () => {},
    },
    database: {
      ...database,
      db,
      transaction: (work: Parameters<Database['transaction']>[0]) => db.transaction().execute(work),
    },
  } as unknown as Services;
  return { services, touched, statements, rights };
};

it('a press reads the report once, writes it once and checks each right once', async () => {
  const { ends, result } = readState([]) as { ends: unknown; result: unknown };
  await insertReport({ state: 'read', ends_json: JSON.stringify(ends), result_json: JSON.stringify(result) });
  const { services, statements, rights } = countingServices();
  const turn = turnOf({
    who: { objectId: ANA, tenantId: 't', name: 'Ana', teamsId: '29:ana' },
    where: { conversationId: `${FINANCE};messageid=1`, kind: 'channel' },
    pressed: { conversationId: FINANCE, activityId: 'c1' },
  });
  expect((await showSummary.handle(turn, { id: 'r1' }, services)).kind).toBe('card');
  expect(statements).toEqual(['Select', 'Update']);
  expect(rights).toEqual([`${ANA} may see`, `${DI} may see`, 'may be shown here']);
});

it('a report whose job failed for good shows it, and a late end of the reading changes nothing', async () => {
  await insertReport();
  const { services, touched } = countingServices();
  const row = (await reportStore.find(database.db, 'r1')) as ReportRow;
  const job = {
    id: 'j',
    kind: 'billing.read',
    key: 'billing.read:r1',
    attempts: 9,
    error: 'Jobs.Crashed',
    failedAt: '',
  };
  await database.transaction((trx) => reports.onFailed(services)(trx, job));
  expect((await reportStore.find(database.db, 'r1'))?.state).toBe('failed');
  expect(touched).toEqual(['billing:r1']);
  expect(await reports.end(services, row, { state: 'read' })).toBeUndefined();
  expect((await reports.edit(services, 'r1', { state: 'reading' }))?.version).toBe(3);
});
