import { activitiesPath, GENERAL, message, useHarness } from './support/harness.ts';

const harness = useHarness();

const send = () => harness.connector('POST', activitiesPath(GENERAL), message('hello'));
const postsInGeneral = async (): Promise<number> => (await harness.sandbox.messages(GENERAL)).length;

test('a status is answered as often as its count says, without an effect; then calls succeed', async () => {
  harness.sandbox.faults.next({ status: 503, retryAfter: 4, count: 2 });
  const answers = [await send(), await send(), await send()];
  const statuses = answers.map(({ status, headers }) => `${status} ${headers.get('retry-after')}`);
  expect([statuses, await postsInGeneral()]).toEqual([['503 4', '503 4', '201 null'], 1]);
});

test('a 403 has the code BotNotInConversationRoster', async () => {
  harness.sandbox.faults.next({ status: 403 });
  expect((await send()).body).toMatchObject({ error: { code: 'BotNotInConversationRoster' } });
});

test('a reset after the effect leaves the post and gives no answer', async () => {
  harness.sandbox.faults.next({ resetAfter: true });
  await expect(send()).rejects.toThrow('fetch failed');
  expect(await postsInGeneral()).toBe(1);
});

test('the call log has every call of the bot, with status 0 where the answer was lost and no body where it was refused', async () => {
  harness.sandbox.faults.next({ status: 412 });
  harness.sandbox.faults.next({ resetAfter: true });
  await send();
  await send().catch(() => undefined);
  await send();
  const call = { method: 'POST', path: `/v3/conversations/${GENERAL}/activities` };
  expect(harness.sandbox.requests()).toEqual([
    { ...call, status: 412 },
    { ...call, status: 0, body: message('hello') },
    { ...call, status: 201, body: message('hello') },
  ]);
});
