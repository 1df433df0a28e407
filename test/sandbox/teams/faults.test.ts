import { createHarness, GENERAL, type Harness, message } from './support/harness.ts';

let harness: Harness;
beforeEach(async () => {
  harness = await createHarness();
});
afterEach(() => harness.close());

const path = `/${encodeURIComponent(GENERAL)}/activities`;
const send = (): ReturnType<Harness['connector']> => harness.connector('POST', path, message('hello'));

test('a status is answered as often as wanted, without an effect, then all is well', async () => {
  harness.sandbox.faults.next({ status: 503, retryAfter: 4, count: 2 });
  const answers = [await send(), await send(), await send()];
  expect([
    answers.map(({ status, headers }) => [status, headers.get('retry-after')]),
    (await harness.sandbox.messages(GENERAL)).length,
  ]).toEqual([
    [
      [503, '4'],
      [503, '4'],
      [201, null],
    ],
    1,
  ]);
});

test('a 403 says that the bot is no longer there', async () => {
  harness.sandbox.faults.next({ status: 403 });
  expect((await send()).body).toMatchObject({ error: { code: 'BotNotInConversationRoster' } });
});

test('a reset after the effect leaves the post and no answer', async () => {
  harness.sandbox.faults.next({ resetAfter: true });
  await expect(send()).rejects.toThrow('fetch failed');
  expect(await harness.sandbox.messages(GENERAL)).toHaveLength(1);
});

test('a fault for one kind of call lets the others through', async () => {
  harness.sandbox.faults.next({ status: 502, on: 'edit' });
  const { status } = await send();
  const [posted] = await harness.sandbox.messages(GENERAL);
  const edit = await harness.connector('PUT', `${path}/${posted?.id}`, message('again'));
  expect([status, edit.status]).toEqual([201, 502]);
});

test('cleared faults are gone', async () => {
  harness.sandbox.faults.next({ status: 500, count: 9 });
  harness.sandbox.faults.clear();
  expect((await send()).status).toBe(201);
});

test('every call of the bot can be looked at, the refused and the cut ones too', async () => {
  harness.sandbox.faults.next({ status: 412 });
  harness.sandbox.faults.next({ resetAfter: true });
  await send();
  await send().catch(() => undefined);
  await send();
  const seen = { method: 'POST', path: `/v3/conversations/${GENERAL}/activities` };
  expect(harness.sandbox.requests()).toEqual([
    { ...seen, status: 412 },
    { ...seen, status: 0, body: message('hello') },
    { ...seen, status: 201, body: message('hello') },
  ]);
});
