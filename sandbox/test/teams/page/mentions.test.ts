import {
  markCardMentions,
  markMentions,
  mentionClose,
  mentionOpen,
  typedText,
} from '../../../teams/page/text/markdown.ts';
import {
  absorbMention,
  begunMention,
  completeMention,
  isNamedLike,
  textToSend,
} from '../../../teams/page/text/mention-typing.ts';

const at = '<at>Bo Lind</at>';
const bo = { text: at, name: 'Bo Lind' };
const marked = `${mentionOpen}Bo Lind${mentionClose}`;

const card = (body: unknown[], mentions = [bo]) => ({
  type: 'AdaptiveCard',
  body,
  msteams: { entities: mentions.map(({ text, name }) => ({ type: 'mention', text, mentioned: { id: 'x', name } })) },
});

it('every place of a mention is marked', () => {
  expect(markMentions(`${at} and ${at}`, [bo])).toBe(`${marked} and ${marked}`);
});

it('a text like a mention without its entity is not marked', () => {
  expect(markMentions(at, [])).toBe(at);
});

it('marks that are typed in a text are removed', () => {
  expect(markMentions(marked, [])).not.toContain(mentionClose);
});

it('a name with patterns of `replace` is marked literally', () => {
  expect(markMentions('<at>$&</at>', [{ text: '<at>$&</at>', name: '$& $1' }])).toContain('$& $1');
});

it('mentions in texts and facts of a card are marked, those in inputs are not', () => {
  const body = [
    { type: 'TextBlock', text: at },
    { type: 'FactSet', facts: [{ title: at, value: at }] },
    { type: 'Input.Text', id: 'x', value: at },
  ];
  expect(markCardMentions(card(body))).toMatchObject({
    body: [{ text: marked }, { facts: [{ title: at, value: marked }] }, { value: at }],
  });
});

it('a card without mentions is the same object', () => {
  const plain = { type: 'AdaptiveCard', body: [{ type: 'TextBlock', text: at }] };
  expect(markCardMentions(plain)).toBe(plain);
});

it('the text of a message as its author typed it has an @ for every mention', () => {
  const text = '<at>Steward</at> and <at>Bo Lind</at>, <at>Steward</at> again, a <at>b</at>';
  const mentions = ['Steward', 'Bo Lind'].map((name) => ({ text: `<at>${name}</at>`, name }));
  expect(typedText({ text, mentions })).toBe('@Steward and @Bo Lind, @Steward again, a <at>b</at>');
});

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
