import type { JWK } from 'jose';
import { createChannelKeys } from '#bot/gate/channel-keys.ts';
import { DAY, MINUTE } from '#platform/lib/clock.ts';
import { silentLog } from '#platform/lib/logger.ts';
import { createKeyServer, genuineKid, keysUrl, openIdUrl, servedKey, startedAt } from './channel.ts';

const setUp = async () => {
  const http = createKeyServer();
  const key = await servedKey({});
  http.serve([key]);
  const time = { now: startedAt };
  const keys = createChannelKeys({ http, openIdUrl, clock: { now: () => time.now }, log: silentLog });
  const fetches = () => http.asked.filter((url) => url === openIdUrl).length;
  const knows = async (kid: string) => (await keys.named(kid)).length > 0;
  return { http, key, time, keys, fetches, knows };
};
const renamed = (key: JWK, kid: string): JWK => ({ ...key, kid });

test('concurrent requests share one fetch', async () => {
  const { keys, fetches } = await setUp();
  await Promise.all(Array.from({ length: 50 }, (_, index) => keys.named(`kid-${index}`)));
  expect(fetches()).toBe(1);
});

test('the OpenID document is fetched first, then its keys', async () => {
  const { http, knows } = await setUp();
  await knows(genuineKid);
  expect(http.asked).toEqual([openIdUrl, keysUrl]);
});

test('keys are fresh for a day', async () => {
  const { time, fetches, knows } = await setUp();
  await knows(genuineKid);
  time.now += DAY - 1;
  await knows(genuineKid);
  expect(fetches()).toBe(1);
});

test('after a day the keys are fetched again, and a withdrawn key is gone', async () => {
  const { http, key, time, knows } = await setUp();
  await knows(genuineKid);
  http.serve([renamed(key, 'next')]);
  time.now += DAY;
  expect(await knows(genuineKid)).toBe(false);
});

test.each([
  ['the fetch fails', new Error('down')],
  ['an empty set is served', []],
  ['a set without key ids is served', [{ kty: 'RSA' }]],
])('old keys stay valid when %s', async (_name, served) => {
  const { http, time, knows } = await setUp();
  await knows(genuineKid);
  http.serve(served);
  time.now += 5 * DAY - 1;
  expect(await knows(genuineKid)).toBe(true);
});

test('keys of five days ago are not valid', async () => {
  const { http, time, knows } = await setUp();
  await knows(genuineKid);
  http.serve(new Error('down'));
  time.now += 5 * DAY;
  expect(await knows(genuineKid)).toBe(false);
});

test('a new key is found a minute after the last fetch', async () => {
  const { http, key, time, knows } = await setUp();
  await knows(genuineKid);
  http.serve([key, renamed(key, 'next')]);
  time.now += MINUTE;
  expect(await knows('next')).toBe(true);
});

test('unknown key ids cause no second fetch within a minute', async () => {
  const { time, fetches, knows } = await setUp();
  await knows('junk-1');
  time.now += MINUTE - 1;
  await knows('junk-2');
  expect(fetches()).toBe(1);
});

test('a failed fetch is not repeated within a minute', async () => {
  const { http, time, fetches, knows } = await setUp();
  http.serve(new Error('down'));
  await knows(genuineKid);
  time.now += MINUTE - 1;
  await knows(genuineKid);
  expect(fetches()).toBe(1);
});

test('a clock that was set back does not stop the fetching', async () => {
  const { http, key, time, knows } = await setUp();
  await knows(genuineKid);
  http.serve([key, renamed(key, 'next')]);
  time.now -= 60 * MINUTE;
  expect(await knows('next')).toBe(true);
});

test('keys on another origin than the document are refused', async () => {
  const { http, key, knows } = await setUp();
  http.serve([key], 'https://evil.example/keys');
  expect(await knows(genuineKid)).toBe(false);
});

test('nothing is fetched from another origin', async () => {
  const { http, key, knows } = await setUp();
  http.serve([key], 'https://evil.example/keys');
  await knows(genuineKid);
  expect(http.asked).toEqual([openIdUrl]);
});
