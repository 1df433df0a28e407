import { viewOfUsage } from '#features/translation/cards/usage-card.ts';
import { loadTexts } from '#platform/texts/texts.ts';
import cases from '../../../fixtures/translation/meter/usage-card.json' with { type: 'json' };

const words = loadTexts().for('en');
const now = Date.parse('2026-12-31T23:00:00Z');
const used = { day: { characters: 900, saved: 0 }, month: { characters: 2_500, saved: 1_200 } };
const holders = [{ holder: 'person', used }] as const;

const barsOf = (day?: number, month?: number) => {
  const person = { ...(day ? { day } : {}), ...(month ? { month } : {}) };
  const [first] = viewOfUsage({ holders, budgets: { person, channel: {}, tenant: {} }, now }, words).holders;
  return first?.bars.map(({ text, parts: [part] }) => (part ? `${text} ${part.share} ${part.tone}` : text));
};

it.each(cases.budgets)('a day of $day and a month of $month', ({ day, month, said }) => {
  expect(barsOf(day ?? undefined, month ?? undefined)).toEqual(said);
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
