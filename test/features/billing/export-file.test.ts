import { gzipSync } from 'node:zlib';
import type { Turn } from '#bot/turn/turn.ts';
import { answerFileConsent } from '#features/billing/chat/file-actions.ts';
import { invoiceFiles, sendFile } from '#features/billing/export/export-file.ts';
import { billingSection } from '#features/billing/policy.ts';
import { billingMigrations } from '#features/billing/store.ts';
import type { Services } from '#features/feature.ts';
import type { NewJob } from '#platform/jobs/jobs.ts';
import { HOUR } from '#platform/lib/clock.ts';
import { AppError } from '#platform/lib/errors.ts';
import { silentLog } from '#platform/lib/logger.ts';
import { openDatabase } from '#platform/storage/database.ts';
import { loadTexts } from '#platform/texts/texts.ts';
import { ConnectorError } from '#teams/connector/errors.ts';
import type { Arrived, Upload } from '#teams/connector/upload.ts';
import { noAudit } from '../../support/audit.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { createTestPolicy } from '../../support/policy.ts';
import { turnOf } from '../../support/turn.ts';

const DI = 'd1d7c0de-4444-4d44-8d44-0d0d0d0d0d04';
const ANA = 'a1a7c0de-1111-4a11-8a11-0a0a0a0a0a01';
const CONTENT = '\uFEFFid\r\n"=1"\r\n';
const PLACE = { contentUrl: 'https://files.example/x.csv', name: 'x.csv', uniqueId: 'u1', fileType: 'csv' };
const upload = { ...PLACE, uploadUrl: 'https://files.example/upload' };
const words = loadTexts().for('en');

const policyOf = (see: string): string => `
people:
  di: { id: ${DI} }
  ana: { id: ${ANA} }
billing:
  accounts:
    northwind: { account: "8608480", see: [${see}] }
`;

const open = async ({ put = async () => ({}) }: { put?(upload: Upload): Promise<Arrived> } = {}) => {
  const clock = createManualClock();
  const policy = createTestPolicy(policyOf('di'), [billingSection]);
  const database = await openDatabase('sqlite::memory:', billingMigrations);
  const uploads: Upload[] = [];
  const scheduled: NewJob[] = [];
  const outbox = { deliver: async () => {}, touch: async () => {} };
  const services = {
    ...{ clock, policy, database, outbox, audit: noAudit, log: silentLog },
    jobs: { schedule: async (_db: unknown, job: NewJob) => void scheduled.push(job) },
    upload: async (one: Upload) => {
      uploads.push(one);
      return put(one);
    },
  } as unknown as Services;
  await database.transaction((trx) =>
    sendFile(trx, services, {
      ...{ id: 'f1', person: DI, account: 'northwind', name: 'northwind-november.csv', language: 'en' },
      ...{ bytes: Buffer.byteLength(CONTENT), packed: gzipSync(CONTENT).toString('base64') },
      about: { invoice: 'november', account: 'Northwind', rows: 1, pending: 0, whole: true },
    }),
  );
  const say = async (accepted: boolean, who = DI): Promise<string> => {
    const turn: Turn = turnOf({
      answerBy: clock.now() + 3_500,
      who: { objectId: who, tenantId: 't', name: 'Somebody', teamsId: '29:x' },
    });
    const data = { file: 'f1', accepted, ...(accepted ? { upload } : {}) };
    try {
      const answer = await answerFileConsent.handle(turn, data, services);
      return answer.kind === 'text' ? answer.text : answer.kind;
    } catch (error) {
      return error instanceof AppError ? error.textKey : String(error);
    }
  };
  const card = () => invoiceFiles.renderer(services).render('f1', 'file', words);
  const row = () => database.db.selectFrom('billing_files').selectAll().executeTakeFirstOrThrow();
  const end = () => {
    const run = { id: 'j', attempt: 1, now: clock.now(), stopping: () => false };
    return invoiceFiles.end(services).handle(scheduled.at(-1)?.payload, run);
  };
  return { say, card, row, end, uploads, scheduled, policy, clock };
};

it('an offered file shows its name and size, and exactly its content is uploaded', async () => {
  const { say, card, uploads, row } = await open();
  expect((await card())?.file).toMatchObject({ kind: 'consent', bytes: Buffer.byteLength(CONTENT) });
  expect(await say(true)).toBe('delivered');
  expect(uploads.map(({ address, content }) => ({ address, content }))).toEqual([
    { address: upload.uploadUrl, content: CONTENT },
  ]);
  expect((await card())?.file).toEqual({ kind: 'info', ...PLACE });
  expect(await row()).toMatchObject({ state: 'there', packed: null });
});

it('an upload address is stored nowhere', async () => {
  const { say, row, scheduled } = await open();
  await say(true);
  expect(JSON.stringify([await row(), scheduled])).not.toContain(upload.uploadUrl);
});

it('a declined file is deleted, and its card says how to get a new one', async () => {
  const { say, card, row, uploads } = await open();
  expect(await say(false)).toBe('delivered');
  expect(await row()).toMatchObject({ state: 'declined', packed: null });
  expect(await card()).toMatchObject({
    summary: words.plain('files.declined', { name: 'northwind-november.csv', command: 'export' }),
  });
  expect([await say(true), uploads]).toEqual(['files.already.declined', []]);
});

it('of two presses at once one uploads, and the other is refused', async () => {
  let go = (): void => {};
  const gate = new Promise<Arrived>((resolve) => {
    go = () => resolve({});
  });
  const { say, uploads } = await open({ put: () => gate });
  const first = say(true);
  const second = await say(true);
  go();
  expect([await first, second, uploads.length]).toEqual(['delivered', 'files.already.uploading', 1]);
  expect(await say(true)).toBe('files.already.there');
});

it('a file is refused to everybody but its person', async () => {
  const { say, uploads, row } = await open();
  expect([await say(true, ANA), await say(false, ANA), uploads]).toEqual([
    'billing.refused.press',
    'billing.refused.press',
    [],
  ]);
  expect(await row()).toMatchObject({ state: 'asked' });
});

it('a file is not uploaded once the policy no longer lets its person see the account, and its card offers nothing', async () => {
  const { say, card, uploads, row, policy } = await open();
  policy.replace(policyOf('ana'));
  expect((await card())?.file).toBeUndefined();
  expect([await say(true), uploads]).toEqual(['billing.refused.press', []]);
  expect(await row()).toMatchObject({ state: 'failed', packed: null });
});

it('an unanswered file expires after its hour, and its content is deleted', async () => {
  const { say, end, row, scheduled, clock } = await open();
  expect(scheduled.at(-1)?.dueAt).toBe(clock.now() + HOUR);
  clock.advance(HOUR);
  await end();
  expect(await row()).toMatchObject({ state: 'expired', packed: null });
  expect(await say(true)).toBe('files.already.expired');
});

it('a file is refused after its hour, also before its end is written', async () => {
  const { say, uploads, row, clock } = await open();
  clock.advance(HOUR);
  expect([await say(true), uploads]).toEqual(['files.already.expired', []]);
  expect(await row()).toMatchObject({ state: 'expired' });
});

it('the end that was set for the consent does not end an upload', async () => {
  const { say, end, scheduled, row } = await open({ put: () => new Promise(() => {}) });
  void say(true);
  await new Promise((resolve) => setImmediate(resolve));
  scheduled.splice(1);
  await end();
  expect(await row()).toMatchObject({ state: 'uploading' });
});

it('a refused upload names the reason on the card', async () => {
  const put = () => Promise.reject(new ConnectorError('gone', { text: 'connector.error.uploadRefused' }));
  const { say, card } = await open({ put });
  await say(true);
  expect((await card())?.summary).toContain(words.plain('connector.error.uploadRefused'));
});

it('an upload whose process ended is shown as interrupted', async () => {
  const { say, end, card } = await open({ put: () => new Promise(() => {}) });
  void say(true);
  await new Promise((resolve) => setImmediate(resolve));
  await end();
  expect((await card())?.summary).toContain(words.plain('files.brokeOff', { command: 'export' }));
});
