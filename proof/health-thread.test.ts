import { withReference } from '../src/platform/lib/ids.ts';
import { plain } from '../test/support/story.ts';
import { newsIn } from './health/shared/evidence.ts';
import { namesOf, reviewNamesOf } from './health/shared/incident.ts';
import { MOST_WORDS, type ThreadHistory, threadPlan, threadViolations } from './health/thread/thread.ts';
import { testViolations } from './lib/testing.ts';

it('the plans of 300 runs have incidents of every length, reach and review', () => {
  const all = Array.from({ length: 300 }, (_, run) => threadPlan(2, run + 1));
  expect(Math.max(...all.map(({ steps }) => steps.length))).toBe(MOST_WORDS);
  expect(new Set(all.map(({ reach }) => reach)).size).toBe(3);
  for (const by of ['name', 'number']) {
    expect(all.filter(({ reviewedBy }) => reviewedBy === by).length).toBeGreaterThan(50);
  }
  expect(all.filter(({ steps }) => steps.some(({ review }) => review)).length).toBeGreaterThan(40);
});

it('the mark of an incident or its review stands in no short name, such as that of a watch', async () => {
  const { mark } = namesOf(5);
  const marks = [mark, reviewNamesOf({ name: 'P005-INC', mark }).mark];
  const names = await Promise.all(Array.from({ length: 2_000 }, () => withReference('W', async (name) => name)));
  const letters = new Set(names.join(''));
  expect(marks.filter((one) => [...one].every((letter) => letters.has(letter)))).toEqual([]);
});

it('the news of a message is read by the texts of the catalogue', () => {
  const level = plain('alerts.news.level', { from: 'error', to: 'critical', title: 'Trouble' });
  const well = plain('alerts.news.regionWell', { names: 'A and B', count: 2, title: 'Trouble' });
  expect(newsIn(`**${level}**\n${well}`)).toEqual(['level error critical', 'well A and B']);
  expect(newsIn(plain('alerts.news.resolved', { title: 'Trouble' }))).toEqual(['resolved']);
  expect(newsIn('Something else')).toEqual(['review']);
});

describe('threadViolations', () => {
  const right: ThreadHistory = {
    ...{ mark: 'T1T', channel: 'general', newest: 'T1TWord3E', cause: 'R1RWord0E' },
    expected: { card: true, replies: [['level error critical'], ['resolved'], ['explained']] },
    roots: [{ id: '1', words: 'Trouble T1T: T1TWord3E' }],
    replies: [
      { root: '1', news: ['level error critical'], words: '' },
      { root: '1', news: ['resolved'], words: '' },
      { root: '1', news: ['explained'], words: 'R1RWord0E' },
    ],
  };
  const [worse, over, why] = right.replies as [
    ThreadHistory['replies'][number],
    ThreadHistory['replies'][number],
    ThreadHistory['replies'][number],
  ];

  testViolations(threadViolations, 'one card with its news in its thread', right, [
    ['a second thread', { roots: [...right.roots, { id: '2', words: 'T1TWord3E' }] }],
    ['a card with an old text', { roots: [{ id: '1', words: 'T1TWord2E' }] }],
    ['news without a reply', { replies: [worse, why] }],
    ['a reply without news', { replies: [worse, { ...over, news: [] }, over, why] }],
    ['news in another order', { replies: [over, worse, why] }],
    ['a review in another thread', { replies: [worse, over, { ...why, root: '2' }] }],
    ['a review without the cause', { replies: [worse, over, { ...why, words: '' }] }],
  ]);

  it('a card in a channel that wants none is a violation', () => {
    expect(threadViolations({ ...right, expected: { card: false, replies: [] }, replies: [] })).toHaveLength(1);
  });
});
