import { MAX_PAYLOAD_BYTES } from '../../../../src/teams/cards/define-card.ts';
import { dialogSize } from '../../../teams/page/data/dialog.ts';
import { wholeNumber } from '../../../teams/page/text/fault-choice.ts';
import { fileSize, jsonPieces, longestMessage, summaryOf, whyTooLong } from '../../../teams/page/text/format.ts';
import { plainToHtml } from '../../../teams/page/text/markdown.ts';

it.each([
  [
    'words: a share of the window, and as high as the card',
    { width: 'small', height: 'large' },
    '--dialog-width: 20vw',
  ],
  ['numbers: pixels', { width: 400, height: 300 }, '--dialog-width: 400px;--dialog-height: 300px'],
  ['nothing: that of the style sheet', {}, ''],
] as const)('the size of a dialog for %s', (_name, size, style) => {
  expect(dialogSize(size)).toBe(style);
});

it.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [1_023, '1,023 bytes'],
  [1_024, '1 kB'],
  [1_536, '1.5 kB'],
  [640 * 1_024, '640 kB'],
  [2_500_000, '2.4 MB'],
  [3 * 1_024 ** 3, '3 GB'],
  [5_000 * 1_024 ** 3, '5,000 GB'],
])('%i bytes are %s', (bytes, words) => {
  expect(fileSize(bytes, 'en-GB')).toBe(words);
});

const samples = [{ a: 'x: "1"', b: [1, -2.5e3, null, true], c: {} }, 'plain "quoted" \\ text', [], 3, null];

it.each(samples)('the pieces of %j together are its whole JSON', (value) => {
  const json = JSON.stringify(value, null, 2);
  expect(
    jsonPieces(json)
      .map(({ text }) => text)
      .join(''),
  ).toBe(json);
});

it('keys, strings and values are pieces of different kinds', () => {
  const kinds = jsonPieces('{"a":"b: c","d":12}').filter(({ kind }) => kind !== 'other');
  expect(kinds.map(({ text, kind }) => [text, kind])).toEqual([
    ['"a"', 'key'],
    ['"b: c"', 'string'],
    ['"d"', 'key'],
    ['12', 'value'],
  ]);
});

it('the longest message is as long as the payload limit of the bot, and one letter more is refused', () => {
  expect(longestMessage * 2).toBe(MAX_PAYLOAD_BYTES);
  expect(whyTooLong('x'.repeat(longestMessage))).toBeUndefined();
  expect(whyTooLong('x'.repeat(longestMessage + 1))).toBe('Too long for one message: 14,337 of 14,336 letters.');
});

it.each([
  ['a summary, before the text', { summary: 'Approved', text: 'long' }, 'Approved'],
  [
    'the text without Markdown',
    { text: '**Bold** and _soft_, `code`, [a link](https://x.test)' },
    'Bold and soft, code, a link',
  ],
  ['names with underlines in them', { text: 'snake_case_name' }, 'snake_case_name'],
  ['mentions and tags as their words', { text: '<at>Steward</at> hi<br>you &amp; me' }, 'Steward hi you & me'],
  ['one line', { text: 'one\n\ntwo' }, 'one two'],
  ['a card without words', { cards: [{}] }, 'Sent a card'],
  ['nothing at all', {}, 'Sent a message'],
])('the summary of a message has %s', (_what, message, words) => {
  expect(summaryOf({ cards: [], ...message })).toBe(words);
});

it.each(['1', '1000', ' 7 '])('“%s” is a whole number up to 1000', (text) => {
  expect(wholeNumber(text, 1_000, false)).toEqual({ number: Number(text) });
});

it.each(['0', '-3', '1.5', '1e2', 'three', '1001', ''])('“%s” is no whole number up to 1000', (text) => {
  expect(wholeNumber(text, 1_000, false)).toEqual({ problem: 'A whole number, 1 to 1000' });
});

it('an empty field has no number where it may be empty', () => {
  expect(wholeNumber(' ', 1_000, true)).toEqual({ number: undefined });
});

it.each([
  ['a fence', 'see\n```\nkind: <Group>\n```\nplease', 'see<pre><code>kind: &lt;Group&gt;</code></pre>please'],
  ['a fence with a language', '```yaml\na: 1\n```', '<pre><code>a: 1</code></pre>'],
  ['a fence that does not end', '```\na', '```\na'],
  ['other marks', '**a** # b', '**a** # b'],
])('of a text as typed %s is drawn as code, and nothing else', (_name, typed, drawn) => {
  expect(plainToHtml(typed)).toBe(drawn);
});
