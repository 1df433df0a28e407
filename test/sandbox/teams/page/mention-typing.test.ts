import {
  absorbMention,
  completeMention,
  isMentionBegun,
  textToSend,
} from '../../../../src/sandbox/teams/page/text/mention-typing.ts';

const BOT = 'Steward';

it.each(['@', 'hello @', '@St', '@steward'])('offers the bot after “%s”', (text) => {
  expect(isMentionBegun(text, BOT)).toBe(true);
});

it.each(['', 'mail@', '@Bo', '@Steward help'])('offers nothing after “%s”', (text) => {
  expect(isMentionBegun(text, BOT)).toBe(false);
});

it('a whole mention at the start becomes the box’s own', () => {
  expect(absorbMention({ text: '@steward help', mentionsBot: false }, BOT)).toEqual({
    text: 'help',
    mentionsBot: true,
  });
});

it('a mention in the middle stays where it was typed', () => {
  const draft = completeMention({ text: 'ask @St', mentionsBot: false }, BOT);
  expect(draft).toEqual({ text: 'ask @Steward ', mentionsBot: false });
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
