import { viewOfUsage } from '#features/translation/cards/usage-card.ts';
import { loadTexts } from '#platform/texts/texts.ts';

const words = loadTexts().for('en');
const now = Date.parse('2026-12-31T23:00:00Z');
const used = { day: { characters: 900, saved: 0 }, month: { characters: 2_500, saved: 1_200 } };
const holders = [{ holder: 'person', used }] as const;

const barsOf = (day?: number, month?: number) => {
  const person = { ...(day ? { day } : {}), ...(month ? { month } : {}) };
  const [first] = viewOfUsage({ holders, budgets: { person, channel: {}, tenant: {} }, now }, words).holders;
  return first?.bars.map(({ text, parts: [part] }) => (part ? `${text} ${part.share} ${part.tone}` : text));
};

it.each([
  [undefined, undefined, ['2,500 characters this month, without a limit']],
  [undefined, 10_000, ['2,500 of 10,000 characters this month, 7,500 left 25 accent']],
  [
    1_000,
    undefined,
    ['2,500 characters this month, without a limit', '900 of 1,000 characters today, 100 left 90 warning'],
  ],
  [
    900,
    2_000,
    ['2,500 of 2,000 characters this month, 0 left 100 attention', '900 of 900 characters today, 0 left 100 attention'],
  ],
])('a day of %p and a month of %p', (day, month, said) => {
  expect(barsOf(day, month)).toEqual(said);
});

it('a bar that is full has no other part', () => {
  const { holders: shown } = viewOfUsage(
    { holders, budgets: { person: { day: 900, month: 10_000 }, channel: {}, tenant: {} }, now },
    words,
  );
  expect(shown[0]?.bars.map(({ parts }) => parts.map(({ share }) => share))).toEqual([[25, 75], [100]]);
});

it('the card shows the saved characters and when the budgets renew', () => {
  const view = viewOfUsage({ holders, budgets: { person: { day: 1_000 }, channel: {}, tenant: {} }, now }, words);
  expect(view.holders[0]?.saved).toContain('1,200 more characters');
  expect(view.title).toBe('Translation usage in December 2026');
  expect(view.foot).toContain('monthly budgets Fri, Jan 1, 2027');
});
