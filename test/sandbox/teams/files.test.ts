import { ANA_CHAT, createHarness, GENERAL, type Harness, request } from './support/harness.ts';

const CONTENT = 'a;b\n1;2\n';

let harness: Harness;
let posted: string;
beforeEach(async () => {
  harness = await createHarness();
  posted = await harness.post(ANA_CHAT, consentMessage);
});
afterEach(() => harness.close());

const consentMessage = {
  type: 'message',
  attachments: [
    {
      contentType: 'application/vnd.microsoft.teams.card.file.consent',
      name: 'März 2026.csv',
      content: {
        description: 'The invoice',
        sizeInBytes: CONTENT.length,
        acceptContext: { export: 'e1' },
        declineContext: { export: 'no' },
      },
    },
  ],
};

interface Upload {
  readonly contentUrl: string;
  readonly name: string;
  readonly uploadUrl: string;
  readonly uniqueId: string;
  readonly fileType: string;
}
const heard = (): Record<string, unknown> => ({ ...harness.bot.heard.at(-1)?.activity });
const offered = (): Upload => (heard()['value'] as { uploadInfo: Upload }).uploadInfo;
const accept = async (): Promise<Upload> => {
  await harness.sandbox.consent('ana', posted, 0, true);
  return offered();
};
const upload = async (url: string, content = CONTENT, range?: string): Promise<number> => {
  const size = Buffer.byteLength(content);
  const headers = { 'content-range': range ?? `bytes 0-${size - 1}/${size}` };
  return (await fetch(url, { method: 'PUT', headers, body: content })).status;
};
const consents = async (): Promise<unknown> => (await harness.sandbox.messages(ANA_CHAT, 'ana'))[0]?.consents;

test('the question stands in the chat without what is the bot’s own', async () => {
  expect(await consents()).toEqual([
    { name: 'März 2026.csv', description: 'The invoice', sizeInBytes: CONTENT.length, state: 'asked' },
  ]);
});

describe('an acceptance', () => {
  test('reaches the bot as Teams tells it, with addresses of this sandbox', async () => {
    const { uploadUrl, contentUrl } = await accept();
    const origin = harness.sandbox.url;
    expect(heard()).toMatchObject({
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
    expect([uploadUrl.startsWith(`${origin}/files/upload/`), contentUrl.startsWith(`${origin}/files/`)]).toEqual([
      true,
      true,
    ]);
  });

  test('shows on the card, and only once the bot took it', async () => {
    const before: unknown[] = [];
    harness.bot.before(async () => {
      before.push(await consents());
    });
    await accept();
    expect([...before, await consents()]).toMatchObject([[{ state: 'asked' }], [{ state: 'accepted' }]]);
  });

  test('is no edit of the message', async () => {
    await accept();
    expect((await harness.sandbox.messages(ANA_CHAT))[0]).not.toHaveProperty('editedAt');
  });

  test('that the bot refuses changes nothing, and its address is shut again', async () => {
    harness.bot.answer(500);
    const answer = await harness.sandbox.consent('ana', posted, 0, true);
    expect([answer, await consents(), await upload(offered().uploadUrl)]).toMatchObject([
      { status: 500 },
      [{ state: 'asked' }],
      404,
    ]);
  });
});

describe('an upload', () => {
  test('is the file that the person then downloads', async () => {
    const { uploadUrl, contentUrl } = await accept();
    expect(await upload(uploadUrl)).toBe(201);
    const file = await fetch(contentUrl);
    expect([await file.text(), file.headers.get('content-disposition')]).toEqual([
      CONTENT,
      "attachment; filename*=UTF-8''M%C3%A4rz%202026.csv",
    ]);
  });

  test('is taken while the bot answers the acceptance, too', async () => {
    const during: number[] = [];
    harness.bot.before(async () => {
      during.push(await upload(offered().uploadUrl));
    });
    await accept();
    expect(during).toEqual([201]);
  });

  test('is taken once', async () => {
    const { uploadUrl, contentUrl } = await accept();
    await upload(uploadUrl);
    const second = await upload(uploadUrl, 'something else');
    expect([second, await (await fetch(contentUrl)).text()]).toEqual([404, CONTENT]);
  });

  test('is taken after a restart of the sandbox', async () => {
    const { uploadUrl } = await accept();
    await harness.restart();
    expect(await upload(`${harness.sandbox.url}${new URL(uploadUrl).pathname}`)).toBe(201);
  });

  test('at an address that nobody opened is refused', async () => {
    expect(await upload(`${harness.sandbox.url}/files/upload/guessed`)).toBe(404);
  });

  test.each([
    ['more than 4 MB', 'x'.repeat(4 * 1_024 * 1_024 + 1), undefined, 413],
    ['a part of a file', CONTENT, 'bytes 0-7/900', 416],
    ['nothing', '', 'bytes 0-0/0', 400],
  ])('%s is refused, and the address stays open', async (_name, content, range, status) => {
    const { uploadUrl } = await accept();
    expect([await upload(uploadUrl, content, range), await upload(uploadUrl)]).toEqual([status, 201]);
  });

  test('that has not come cannot be downloaded', async () => {
    const { contentUrl } = await accept();
    expect((await fetch(contentUrl)).status).toBe(404);
  });
});

test('a refusal reaches the bot without an address', async () => {
  await harness.sandbox.consent('ana', posted, 0, false);
  expect([heard()['value'], await consents()]).toEqual([
    { type: 'fileUpload', action: 'decline', context: { export: 'no' } },
    [expect.objectContaining({ state: 'declined' })],
  ]);
});

describe('a question is answered', () => {
  const answer = (as: string, index = 0, yes = true): Promise<number> =>
    request(`${harness.sandbox.url}/api/files/consent`, 'POST', { as, message: posted, index, accept: yes }).then(
      ({ status }) => status,
    );

  test('once', async () => expect([await answer('ana'), await answer('ana', 0, false)]).toEqual([200, 409]));

  test('once, also by two presses at a time', async () => {
    const statuses = await Promise.all([answer('ana'), answer('ana', 0, false)]);
    expect([statuses.sort(), harness.bot.heard.length]).toEqual([[200, 409], 1]);
  });

  test('by nobody else', async () => expect(await answer('bo')).toBe(404));

  test('only where there is one', async () => expect(await answer('ana', 1)).toBe(404));
});

describe('a file card', () => {
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
  const send = (where: string, activity: object): Promise<number> =>
    harness.connector('POST', `/${where}/activities`, activity).then(({ status }) => status);

  test('leads to the file, whichever port the sandbox has by then', async () => {
    const { uploadUrl, contentUrl } = await accept();
    await upload(uploadUrl);
    await harness.post(ANA_CHAT, infoMessage(contentUrl));
    await harness.restart();
    const [file] = (await harness.sandbox.messages(ANA_CHAT, 'ana'))[1]?.files ?? [];
    const download = await fetch(`${harness.sandbox.url}${file?.downloadUrl}`);
    expect([file?.name, file?.fileType, await download.text()]).toEqual(['März 2026.csv', 'csv', CONTENT]);
  });

  test.each(['https://evil.example/x.csv', 'https://evil.example/files/u1/x.csv'])(
    'of the foreign address %s is refused',
    async (address) => expect(await send(ANA_CHAT, infoMessage(address))).toBe(400),
  );

  test.each([
    ['half a letter', '\ud83d.csv'],
    ['no name', ''],
    ['an endless one', 'x'.repeat(256)],
  ])('with %s as its name is refused', async (_, name) => {
    const [attachment] = consentMessage.attachments;
    expect(await send(ANA_CHAT, { type: 'message', attachments: [{ ...attachment, name }] })).toBe(400);
  });

  test('without its facts is refused', async () => {
    const [attachment] = consentMessage.attachments;
    expect(await send(ANA_CHAT, { type: 'message', attachments: [{ ...attachment, content: {} }] })).toBe(400);
  });

  test('that asks in a channel is refused', async () => {
    expect(await send(encodeURIComponent(GENERAL), consentMessage)).toBe(400);
  });
});
