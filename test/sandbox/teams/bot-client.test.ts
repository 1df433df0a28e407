import { randomIds } from '../../../src/lib/ids.ts';
import { silentLog } from '../../../src/lib/logger.ts';
import { createBotClient } from '../../../src/sandbox/teams/channel/bot-client.ts';
import { createStandInBot, type StandInBot } from './support/stand-in-bot.ts';

let bot: StandInBot;
beforeEach(async () => {
  bot = await createStandInBot();
});
afterEach(() => bot.close());

const open = (patienceMs: number): ReturnType<typeof createBotClient> =>
  createBotClient({
    botUrl: () => bot.url,
    serviceUrl: 'http://127.0.0.1/connector/',
    signing: { issuer: '', openIdUrl: '', authorization: async (serviceUrl) => `Bearer ${serviceUrl}`, routes: [] },
    faults: { take: () => undefined },
    traffic: { toBot: () => () => {} },
    ids: randomIds,
    log: silentLog,
    patienceMs,
  });

test('a bot that does not answer in time is late', async () => {
  bot.before(() => new Promise(() => {}));
  expect(await open(30).post({ type: 'message' })).toEqual({ kind: 'late' });
});

test('closing gives up on what is under way', async () => {
  const door = open(15_000);
  const heard = new Promise<void>((resolve) =>
    bot.before(() => {
      resolve();
      return new Promise(() => {});
    }),
  );
  const answer = door.post({ type: 'message' });
  await heard;
  door.close();
  expect(await answer).toEqual({ kind: 'unreachable' });
});

test('the token is bound to the service URL that the activity names', async () => {
  await open(15_000).post({ type: 'message', serviceUrl: 'https://elsewhere.example/' });
  expect(bot.heard[0]?.authorization).toBe('Bearer https://elsewhere.example/');
});
