import { randomIds } from '../../../src/lib/ids.ts';
import { silentLog } from '../../../src/lib/logger.ts';
import { createTeamsSandbox } from '../../../src/sandbox/teams/teams-sandbox.ts';
import {
  ANA_CHAT,
  card,
  cardMessage,
  createHarness,
  fetchToken,
  GENERAL,
  type Harness,
  request,
} from './support/harness.ts';

let harness: Harness;
beforeEach(async () => {
  harness = await createHarness();
});
afterEach(() => harness.close());

test('messages, replies and edits are there after a restart', async () => {
  const root = await harness.post(GENERAL, cardMessage(card('waiting')));
  await harness.sandbox.say('ana', GENERAL, 'thanks', { root });
  await harness.connector('PUT', `/${encodeURIComponent(GENERAL)}/activities/${root}`, cardMessage(card('granted')));
  const before = await harness.sandbox.messages(GENERAL);
  await harness.restart();
  expect(await harness.sandbox.messages(GENERAL)).toEqual(before);
});

test('ids go on rising after a restart, also when the clock went back', async () => {
  const before = Number(await harness.post(ANA_CHAT));
  harness.clock.advance(-60_000);
  await harness.restart();
  expect(Number(await harness.post(ANA_CHAT))).toBeGreaterThan(before);
});

test('the signing key stays', async () => {
  const keys = async (): Promise<unknown> =>
    (await request(`${harness.sandbox.url}/channel/.well-known/keys`, 'GET')).body;
  const before = await keys();
  await harness.restart();
  expect(await keys()).toEqual(before);
});

test("the bot's token stays good", async () => {
  const authorization = `Bearer ${await fetchToken(harness.sandbox)}`;
  await harness.restart();
  const url = `${harness.sandbox.url}/connector/v3/conversations/${encodeURIComponent(GENERAL)}/members`;
  expect((await request(url, 'GET', undefined, { authorization })).status).toBe(200);
});

test('a taken port is named', async () => {
  const port = Number(new URL(harness.sandbox.url).port);
  const second = createTeamsSandbox({
    port,
    botUrl: harness.bot.url,
    store: 'sqlite::memory:',
    clock: harness.clock,
    ids: randomIds,
    log: silentLog,
  });
  await expect(second).rejects.toThrow(`port ${port} is taken`);
});

test('before the start every door is closed', async () => {
  const early = await createTeamsSandbox({
    port: 0,
    botUrl: harness.bot.url,
    store: 'sqlite::memory:',
    clock: harness.clock,
    ids: randomIds,
    log: silentLog,
  });
  const { status } = await request(`${early.url}/api/world`, 'GET');
  await early.stop();
  expect(status).toBe(503);
});
