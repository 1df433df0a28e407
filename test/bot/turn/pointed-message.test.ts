import { messagePayload, readPointedMessage } from '#bot/turn/pointed-message.ts';
import { oneLine } from '#platform/lib/text.ts';
import pointedMessages from '../../fixtures/bot/pointed-messages.json' with { type: 'json' };

const read = (payload: unknown) =>
  readPointedMessage(messagePayload.parse(payload), (objectId, given) =>
    objectId === 'cy' ? 'Cy Okafor' : oneLine(given),
  );
const textOf = (content: string, more: object = {}): string =>
  read({ body: { contentType: 'html', content }, ...more }).text;

it.each(pointedMessages)('$html is read as $text', ({ html, text }) => {
  expect(textOf(html)).toBe(text);
});

it('leaves out the mention of the app, and keeps the people', () => {
  const mentions = [
    { id: 0, mentionText: 'Steward', mentioned: { application: { id: 'bot', displayName: 'Steward' } } },
    { id: 1, mentionText: 'Bo Lind', mentioned: { user: { id: 'bo', displayName: 'Bo Lind' } } },
  ];
  const html = '<p><at id="0">Steward</at> ask <at id="1">Bo Lind</at> to let me in</p>';
  expect(textOf(html, { mentions })).toBe('ask Bo Lind to let me in');
});

it('uses the policy’s names of people, whatever name the account has', () => {
  const mentions = [{ id: 0, mentionText: 'Bo Lind', mentioned: { user: { id: 'cy', displayName: 'Bo Lind' } } }];
  const from = { user: { id: 'CY', displayName: 'Bo Lind' } };
  const body = { contentType: 'html', content: '<p><at id="0">Bo Lind</at> said so</p>' };
  const named = readPointedMessage(messagePayload.parse({ body, mentions, from }), (objectId, given) =>
    objectId.toLowerCase() === 'cy' ? 'Cy <Okafor>' : given,
  );
  expect([named.text, named.author.name]).toEqual(['Cy <Okafor> said so', 'Cy <Okafor>']);
});

it('names a person once whose name comes word by word', () => {
  const mentions = ['Bo', 'Lind'].map((mentionText, id) => ({
    id,
    mentionText,
    mentioned: { user: { id: 'bo', displayName: 'Bo Lind' } },
  }));
  expect(textOf('<p><at id="0">Bo</at>&nbsp;<at id="1">Lind</at> said so</p>', { mentions: [...mentions, 7] })).toBe(
    'Bo Lind said so',
  );
});

it('takes plain text unchanged', () => {
  expect(read({ body: { contentType: 'text', content: 'a <b> c' } }).text).toBe('a <b> c');
});

it('removes characters that hide or reverse text', () => {
  expect(textOf('<p>let\u202e me\u200b in</p>')).toBe('let me in');
});

it('cuts a longer text than any answer, with an ellipsis', () => {
  const text = textOf(`<p>${'👩‍👩‍👧'.repeat(5_000)}</p>`);
  expect([text.length <= 4_000, text.endsWith('👧…')]).toEqual([true, true]);
});

describe('the whole message', () => {
  const messageOf = (content: string, contentType = 'html') => read({ body: { contentType, content } }).message;

  it('keeps its markup', () => {
    const content = '<div><b>Die</b> <code>ledger</code> ist &lt;unten&gt;</div>';
    expect(messageOf(content)).toEqual({ kind: 'html', content });
  });

  it('of 100,000 characters is whole', () => {
    expect(messageOf('x'.repeat(100_000), 'text')).toEqual({ kind: 'text', content: 'x'.repeat(100_000) });
  });

  it.each([
    ['text', 'text', 'x'.repeat(100_001), /x…$/],
    ['a tag', 'html', `${'x'.repeat(99_990)}<b class="shown">y</b>`, /x…$/],
    ['an entity', 'html', `${'x'.repeat(99_995)}&nbsp;and more`, /x…$/],
  ])('is cut before %s, with an ellipsis', (_what, kind, content, end) => {
    const cut = messageOf(content, kind);
    expect([cut.shortened, cut.content.length <= 100_000, end.test(cut.content)]).toEqual([true, true, true]);
  });
});

it('has the author and the link of the message', () => {
  const link = 'https://teams.microsoft.com/l/message/19:c@thread.tacv2/1';
  const from = { user: { id: 'AAAA-BBBB', displayName: 'Bo\nLind' }, application: null };
  expect(read({ from, linkToMessage: link })).toEqual({
    text: '',
    message: { kind: 'text', content: '' },
    author: { name: 'Bo Lind', objectId: 'aaaa-bbbb' },
    link,
  });
});

it.each([
  ['an app', { application: { id: 'bot', displayName: 'Alerts' }, user: null }, { name: 'Alerts' }],
  ['nobody', null, { name: '?' }],
])('a message of %s has no author id', (_who, from, author) => {
  expect(read({ from }).author).toEqual(author);
});

it.each(['javascript:alert(1)', 'http://teams.microsoft.com/x', 'no address'])('the link %s is left out', (link) => {
  expect(read({ linkToMessage: link })).not.toHaveProperty('link');
});
