import { summaryOf } from '../../../../src/sandbox/teams/page/text/summary.ts';

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
