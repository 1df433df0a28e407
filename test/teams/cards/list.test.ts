import { loadTexts } from '#platform/texts/texts.ts';
import { pageOf } from '#teams/cards/list.ts';

const words = loadTexts().for('en');
const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index);
const page = (count: number, at: number) => pageOf(numbers(count), at, words, (to) => ({ verb: 'turn', data: { to } }));
const targets = ({ buttons }: ReturnType<typeof page>) => buttons.map(({ title, data }) => [title, data['to']]);

it('a list of one page has no buttons and says nothing of pages', () => {
  expect(page(10, 0)).toEqual({ page: 0, rows: numbers(10), more: '', buttons: [] });
});

it('a middle page has its own rows, and buttons to both sides', () => {
  const middle = page(25, 1);
  expect(middle.rows).toEqual(numbers(20).slice(10));
  expect(middle.more).toBe('Page 2 of 3 · 25 in all');
  expect(targets(middle)).toEqual([
    ['Previous', 0],
    ['Next', 2],
  ]);
});

it('the last page of a list that has shrunk is shown for a page beyond it', () => {
  const last = page(11, 7);
  expect([last.page, last.rows]).toEqual([1, [10]]);
  expect(targets(last)).toEqual([['Previous', 0]]);
});

it('an empty list has one empty page, whatever page was asked for', () => {
  expect(page(0, 3)).toEqual({ page: 0, rows: [], more: '', buttons: [] });
});
