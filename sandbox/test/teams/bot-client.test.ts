import { randomIds } from '../../../src/platform/lib/ids.ts';
import { silentLog } from '../../../src/platform/lib/logger.ts';
import { createBotClient } from '../../teams/channel/bot-client.ts';
import { useHarness } from './support/harness.ts';

const harness = useHarness();
const never = () => new Promise<void>(() => {});

const open = (patienceMs: number): ReturnType<typeof createBotClient> =>
  createBotClient({
    botUrl: () => harness.bot.url,
    serviceUrl: 'http://127.0.0.1/connector/',
    signing: { issuer: '', openIdUrl: '', authorization: async (serviceUrl) => `Bearer ${serviceUrl}`, routes: [] },
    faults: { take: () => undefined },
    traffic: { toBot: () => () => {} },
    ids: randomIds,
    log: silentLog,
    patienceMs,
  });

test('a bot that does not answer in time is late', async () => {
  harness.bot.before(never);
  expect(await open(30).post({ type: 'message' })).toEqual({ kind: 'late' });
});

test('a client that is closed gives up its open posts', async () => {
  const client = open(15_000);
  const { promise: received, resolve } = Promise.withResolvers<void>();
  harness.bot.before(() => {
    resolve();
    return never();
  });
  const answer = client.post({ type: 'message' });
  await received;
  client.close();
  expect(await answer).toEqual({ kind: 'unreachable' });
});

test('the token is bound to the service URL of the activity', async () => {
  await open(15_000).post({ type: 'message', serviceUrl: 'https://elsewhere.example/' });
  expect(harness.bot.received[0]?.authorization).toBe('Bearer https://elsewhere.example/');
});
