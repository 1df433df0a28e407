import {
  absorbMention,
  begunMention,
  completeMention,
  isNamedLike,
  textToSend,
} from '../../../teams/page/text/mention-typing.ts';

const BOT = 'Steward';

it.each([
  ['@', 1, ''],
  ['hello @', 7, ''],
  ['@St', 3, 'St'],
  ['ask @Bo L', 9, 'Bo L'],
  ['@Zoë', 4, 'Zoë'],
  ['@Bo later', 3, 'Bo'],
])('in “%s” a mention is begun at caret %i', (text, caret, query) => {
  expect(begunMention(text, caret)).toEqual({ from: caret - query.length - 1, query });
});

it.each(['', 'mail@', 'a@b', '@1', '@Bo, and'])('in “%s” no mention is begun', (text) => {
  expect(begunMention(text, text.length)).toBeUndefined();
});

it.each([
  ...['bo', 'Bo L', 'lind', ''].map((query) => [query, true] as const),
  ...['ind', 'Boris', 'Lind Bo'].map((query) => [query, false] as const),
])('“%s” can mean Bo Lind: %s', (query, can) => {
  expect(isNamedLike('Bo Lind', query)).toBe(can);
});

it.each([
  ['the bot at the start becomes the mention of the box', '@St', BOT, { text: '', mentionsBot: true }, 0],
  ['the bot elsewhere stays in the text', 'ask @St', BOT, { text: 'ask @Steward ', mentionsBot: false }, 13],
  [
    'a person is in the text by their whole name',
    'ask @Bo',
    'Bo Lind',
    { text: 'ask @Bo Lind ', mentionsBot: false },
    13,
  ],
])('of a chosen mention, %s', (_name, text, chosen, draft, caret) => {
  const begun = begunMention(text, text.length) ?? { from: -1, query: '' };
  expect(completeMention({ text, mentionsBot: false }, begun, chosen, BOT)).toEqual({ draft, caret });
});

it('the text behind the caret stays when a mention is completed', () => {
  const draft = { text: 'ask @Bo please', mentionsBot: true };
  expect(completeMention(draft, { from: 4, query: 'Bo' }, 'Bo Lind', BOT).draft.text).toBe('ask @Bo Lind please');
});

it('a typed mention of the bot at the start becomes the mention of the box', () => {
  const draft = absorbMention({ text: '@steward help', mentionsBot: false }, BOT);
  expect(draft).toEqual({ text: 'help', mentionsBot: true });
});

it.each([
  [{ text: 'help', mentionsBot: true }, '@Steward help'],
  [{ text: '@Steward help', mentionsBot: true }, '@Steward help'],
  [{ text: 'please, @steward, help', mentionsBot: false }, 'please, @steward, help'],
])('the draft %j is sent with one mention of the bot', (draft, text) => {
  expect(textToSend(draft, BOT)).toEqual({ text, mentionsBot: true });
});

it('a draft without a mention is sent without one', () => {
  expect(textToSend({ text: ' lunch? ', mentionsBot: false }, BOT)).toEqual({ text: 'lunch?', mentionsBot: false });
});
