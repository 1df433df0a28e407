import { ANA_CHAT, activitiesPath, GENERAL, useHarness } from './support/harness.ts';

const CONTENT = 'a;b\n1;2\n';
const FILE = {
  contentType: 'application/vnd.microsoft.teams.card.file.consent',
  name: 'März 2026.csv',
  content: {
    description: 'The invoice',
    sizeInBytes: CONTENT.length,
    acceptContext: { export: 'e1' },
    declineContext: { export: 'no' },
  },
};
const consentMessage = { type: 'message', attachments: [FILE] };

const harness = useHarness();
let posted: string;
beforeEach(async () => {
  posted = await harness.post(ANA_CHAT, consentMessage);
});

interface Upload {
  readonly contentUrl: string;
  readonly name: string;
  readonly uploadUrl: string;
  readonly uniqueId: string;
  readonly fileType: string;
}
const uploadInfo = (): Upload => (harness.lastActivity()['value'] as { uploadInfo: Upload }).uploadInfo;
const accept = async (): Promise<Upload> => {
  await harness.sandbox.consent('ana', posted, 0, true);
  return uploadInfo();
};
const upload = async (url: string, content = CONTENT, range?: string): Promise<number> => {
  const size = Buffer.byteLength(content);
  const headers = { 'content-range': range ?? `bytes 0-${size - 1}/${size}` };
  return (await fetch(url, { method: 'PUT', headers, body: content })).status;
};
const consents = async (): Promise<unknown> => (await harness.sandbox.messages(ANA_CHAT, 'ana'))[0]?.consents;
/** What `work` answers while the bot has the acceptance and has not answered it. */
const duringAcceptance = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
  let result: T | undefined;
  harness.bot.before(async () => {
    result = await work();
  });
  await accept();
  return result;
};

test("a consent card is shown without the bot's own context", async () => {
  expect(await consents()).toEqual([
    { name: 'März 2026.csv', description: 'The invoice', sizeInBytes: CONTENT.length, state: 'asked' },
  ]);
});

test('an acceptance reaches the bot as Teams sends it, with addresses of this sandbox', async () => {
  const { uploadUrl, contentUrl } = await accept();
  const origin = harness.sandbox.url;
  expect(harness.lastActivity()).toMatchObject({
    type: 'invoke',
    name: 'fileConsent/invoke',
    replyToId: posted,
    conversation: { id: ANA_CHAT },
    value: {
      type: 'fileUpload',
      action: 'accept',
      context: { export: 'e1' },
      uploadInfo: { name: 'März 2026.csv', fileType: 'csv', uniqueId: expect.any(String) },
    },
  });
  expect(uploadUrl.startsWith(`${origin}/files/upload/`) && contentUrl.startsWith(`${origin}/files/`)).toBe(true);
});

test('an acceptance is shown on the card after the bot took it, not before, and is no edit', async () => {
  const during = await duringAcceptance(consents);
  expect([during, await consents()]).toMatchObject([[{ state: 'asked' }], [{ state: 'accepted' }]]);
  expect((await harness.sandbox.messages(ANA_CHAT))[0]?.editedAt).toBeUndefined();
});

test('an acceptance that the bot refuses changes nothing, and its address is closed', async () => {
  harness.bot.answer(500);
  const answer = await harness.sandbox.consent('ana', posted, 0, true);
  expect([answer, await consents(), await upload(uploadInfo().uploadUrl)]).toMatchObject([
    { status: 500 },
    [{ state: 'asked' }],
    404,
  ]);
});

test('an upload is the file that the person downloads', async () => {
  const { uploadUrl, contentUrl } = await accept();
  expect(await upload(uploadUrl)).toBe(201);
  const file = await fetch(contentUrl);
  expect([await file.text(), file.headers.get('content-disposition')]).toEqual([
    CONTENT,
    "attachment; filename*=UTF-8''M%C3%A4rz%202026.csv",
  ]);
});

test('an upload is accepted while the bot still answers the acceptance', async () => {
  expect(await duringAcceptance(() => upload(uploadInfo().uploadUrl))).toBe(201);
});

test('an upload is accepted once', async () => {
  const { uploadUrl, contentUrl } = await accept();
  await upload(uploadUrl);
  const second = await upload(uploadUrl, 'something else');
  expect([second, await (await fetch(contentUrl)).text()]).toEqual([404, CONTENT]);
});

test('an upload is accepted after a restart of the sandbox', async () => {
  const { uploadUrl } = await accept();
  await harness.restart();
  expect(await upload(`${harness.sandbox.url}${new URL(uploadUrl).pathname}`)).toBe(201);
});

test('an upload to an unknown address is refused', async () => {
  expect(await upload(`${harness.sandbox.url}/files/upload/guessed`)).toBe(404);
});

test.each([
  ['more than 4 MB', 'x'.repeat(4 * 1_024 * 1_024 + 1), undefined, 413],
  ['a part of a file', CONTENT, 'bytes 0-7/900', 416],
  ['nothing', '', 'bytes 0-0/0', 400],
])('an upload of %s is refused, and the address stays open', async (_name, content, range, status) => {
  const { uploadUrl } = await accept();
  expect([await upload(uploadUrl, content, range), await upload(uploadUrl)]).toEqual([status, 201]);
});

test('an upload that has not arrived cannot be downloaded', async () => {
  const { contentUrl } = await accept();
  expect((await fetch(contentUrl)).status).toBe(404);
});

test('a refusal reaches the bot without an address', async () => {
  await harness.sandbox.consent('ana', posted, 0, false);
  expect([harness.lastActivity()['value'], await consents()]).toEqual([
    { type: 'fileUpload', action: 'decline', context: { export: 'no' } },
    [expect.objectContaining({ state: 'declined' })],
  ]);
});

const answer = async (as: string, index = 0, yes = true): Promise<number> =>
  (await harness.api('POST', '/files/consent', { as, message: posted, index, accept: yes })).status;

test('a consent card is answered once', async () =>
  expect([await answer('ana'), await answer('ana', 0, false)]).toEqual([200, 409]));

test('a consent card is answered once, also by two presses at the same time', async () => {
  const statuses = await Promise.all([answer('ana'), answer('ana', 0, false)]);
  expect([statuses.sort(), harness.bot.received.length]).toEqual([[200, 409], 1]);
});

test.each([
  ['another person', 'bo', 0],
  ['an index without a card', 'ana', 1],
])('a consent card is not found for %s', async (_name, as, index) => expect(await answer(as, index)).toBe(404));

const infoMessage = (contentUrl: string): object => ({
  type: 'message',
  attachments: [
    {
      contentType: 'application/vnd.microsoft.teams.card.file.info',
      contentUrl,
      name: 'März 2026.csv',
      content: { uniqueId: 'u1', fileType: 'csv' },
    },
  ],
});

test('a file card leads to the file, also when the sandbox has another port', async () => {
  const { uploadUrl, contentUrl } = await accept();
  await upload(uploadUrl);
  await harness.post(ANA_CHAT, infoMessage(contentUrl));
  await harness.restart();
  const [file] = (await harness.sandbox.messages(ANA_CHAT, 'ana'))[1]?.files ?? [];
  const download = await fetch(`${harness.sandbox.url}${file?.downloadUrl}`);
  expect([file?.name, file?.fileType, await download.text()]).toEqual(['März 2026.csv', 'csv', CONTENT]);
});

test.each<[string, object, string?]>([
  ['file card with a foreign address', infoMessage('https://evil.example/x.csv')],
  ['file card with a foreign address like ours', infoMessage('https://evil.example/files/u1/x.csv')],
  ['consent card with half a letter in its name', { type: 'message', attachments: [{ ...FILE, name: '\ud83d.csv' }] }],
  ['consent card without a name', { type: 'message', attachments: [{ ...FILE, name: '' }] }],
  ['consent card with a name of 256 letters', { type: 'message', attachments: [{ ...FILE, name: 'x'.repeat(256) }] }],
  ['consent card without its facts', { type: 'message', attachments: [{ ...FILE, content: {} }] }],
  ['consent card in a channel', consentMessage, GENERAL],
])('a %s is refused', async (_name, activity, conversation = ANA_CHAT) => {
  expect((await harness.connector('POST', activitiesPath(conversation), activity)).status).toBe(400);
});
