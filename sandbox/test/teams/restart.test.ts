import { join } from 'node:path';
import { randomIds } from '../../../src/platform/lib/ids.ts';
import { silentLog } from '../../../src/platform/lib/logger.ts';
import { type Migrations, openDatabase } from '../../../src/platform/storage/database.ts';
import { folderPerTest } from '../../../test/support/temp-folder.ts';
import { type TeamsTables, teamsMigrations } from '../../teams/store/post.ts';
import { openStore } from '../../teams/store/store.ts';
import { createTeamsSandbox } from '../../teams/teams-sandbox.ts';
import {
  ANA_CHAT,
  activitiesPath,
  card,
  cardMessage,
  fetchToken,
  GENERAL,
  request,
  useHarness,
} from './support/harness.ts';

const harness = useHarness();

const createSandboxAt = (port: number) => {
  const { bot, clock } = harness;
  return createTeamsSandbox({ port, botUrl: bot.url, store: 'sqlite::memory:', clock, ids: randomIds, log: silentLog });
};

test('messages, replies, edits, the signing key and the token of the bot are there after a restart', async () => {
  const root = await harness.post(GENERAL, cardMessage(card('waiting')));
  await harness.sandbox.say('ana', GENERAL, 'thanks', { root });
  await harness.connector('PUT', activitiesPath(GENERAL, root), cardMessage(card('granted')));
  const headers = { authorization: `Bearer ${await fetchToken(harness.sandbox)}` };
  const members = `/connector/v3/conversations/${encodeURIComponent(GENERAL)}/members`;
  const kept = async () => [
    await harness.sandbox.messages(GENERAL),
    (await request(`${harness.sandbox.url}/channel/.well-known/keys`, 'GET')).body,
    (await request(`${harness.sandbox.url}${members}`, 'GET', undefined, headers)).status,
  ];
  const before = await kept();
  await harness.restart();
  expect(await kept()).toEqual(before);
  expect(before.at(-1)).toBe(200);
});

test('ids go on rising after a restart, also when the clock went back', async () => {
  const before = Number(await harness.post(ANA_CHAT));
  harness.clock.advance(-60_000);
  await harness.restart();
  expect(Number(await harness.post(ANA_CHAT))).toBeGreaterThan(before);
});

test('the error of a taken port names it', async () => {
  const port = Number(new URL(harness.sandbox.url).port);
  await expect(createSandboxAt(port)).rejects.toThrow(`port ${port} is taken`);
});

test('a request before the start is answered 503', async () => {
  const early = await createSandboxAt(0);
  const { status } = await request(`${early.url}/api/world`, 'GET');
  await early.stop();
  expect(status).toBe(503);
});

const folder = folderPerTest();
const stopped = { now: () => 0 };

test('a store of the first version, upgraded, still has the conversations where the app was installed', async () => {
  const url = `sqlite:${join(folder(), 'teams.db')}`;
  const [first] = Object.entries(teamsMigrations);
  const old = await openDatabase<TeamsTables>(url, Object.fromEntries([first ?? []]) as Migrations);
  await old.db
    .insertInto('installations')
    .values({ conversation: 'there', at: 1 } as TeamsTables['installations'])
    .execute();
  await old.close();
  const { installations, close } = await openStore(url, stopped);
  const announced = [await installations.wasAnnounced('there'), await installations.wasAnnounced('elsewhere')];
  await close();
  expect(announced).toEqual([true, false]);
});
