import {
  absorbMention,
  begunMention,
  completeMention,
  isNamedLike,
  textToSend,
} from '../../../../src/sandbox/teams/page/text/mention-typing.ts';

const BOT = 'Steward';

const complete = (text: string, name: string, mentionsBot = false) => {
  const mention = begunMention(text, text.length);
  if (!mention) throw new Error('no mention is begun here');
  return completeMention({ text, mentionsBot }, mention, name, BOT);
};

it.each([
  ['@', ''],
  ['hello @', ''],
  ['@St', 'St'],
  ['ask @Bo L', 'Bo L'],
  ['@Zoë', 'Zoë'],
])('a mention is begun in “%s”', (text, query) => {
  expect(begunMention(text, text.length)).toEqual({ from: text.length - query.length - 1, query });
});

it.each(['', 'mail@', 'a@b', '@1', '@Bo, and'])('no mention is begun in “%s”', (text) => {
  expect(begunMention(text, text.length)).toBeUndefined();
});

it('a mention is begun where the caret is, not at the end of the text', () => {
  expect(begunMention('@Bo later', 3)).toEqual({ from: 0, query: 'Bo' });
});

it.each(['bo', 'Bo L', 'lind', ''])('“%s” can mean Bo Lind', (query) => {
  expect(isNamedLike('Bo Lind', query)).toBe(true);
});

it.each(['ind', 'Boris', 'Lind Bo'])('“%s” cannot mean Bo Lind', (query) => {
  expect(isNamedLike('Bo Lind', query)).toBe(false);
});

it('the bot, mentioned at the start, becomes the box’s own mention', () => {
  expect(complete('@St', BOT)).toEqual({ draft: { text: '', mentionsBot: true }, caret: 0 });
});

it('a person stands in the text with their whole name, and the typing goes on after it', () => {
  expect(complete('ask @Bo', 'Bo Lind')).toEqual({ draft: { text: 'ask @Bo Lind ', mentionsBot: false }, caret: 13 });
});

it('what stands behind the caret stays', () => {
  const { draft } = completeMention(
    { text: 'ask @Bo please', mentionsBot: true },
    { from: 4, query: 'Bo' },
    'Bo Lind',
    BOT,
  );
  expect(draft).toEqual({ text: 'ask @Bo Lind please', mentionsBot: true });
});

it('a whole mention at the start becomes the box’s own', () => {
  expect(absorbMention({ text: '@steward help', mentionsBot: false }, BOT)).toEqual({
    text: 'help',
    mentionsBot: true,
  });
});

it('a mention of the bot in the middle stays where it was typed', () => {
  expect(complete('ask @St', BOT).draft).toEqual({ text: 'ask @Steward ', mentionsBot: false });
});

it('what goes out names the bot once, wherever it was mentioned', () => {
  for (const draft of [
    { text: 'help', mentionsBot: true },
    { text: '@Steward help', mentionsBot: true },
    { text: 'please, @steward, help', mentionsBot: false },
  ]) {
    const sent = textToSend(draft, BOT);
    expect(sent.mentionsBot).toBe(true);
    expect(sent.text.match(/@steward/gi)).toHaveLength(1);
  }
});

it('nothing is put in front of what is not for the bot', () => {
  expect(textToSend({ text: ' lunch? ', mentionsBot: false }, BOT)).toEqual({ text: 'lunch?', mentionsBot: false });
});
