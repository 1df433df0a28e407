import { plain } from '../support/story.ts';
import { newsIn } from './health/shared/posted-messages.ts';
import { type ThreadHistory, threadViolations } from './health/thread/invariants.ts';
import { MOST_WORDS, threadPlan } from './health/thread/plan.ts';
import { oneThread } from './health/thread/thread.ts';
import { proveShortly } from './short-tier.ts';

jest.setTimeout(300_000);

it('an incident is one card with its news below it, from its first word to its review', async () => {
  expect(await proveShortly(oneThread, { runs: 6, seed: 2, on: 'sqlite' })).toEqual({ made: 6, violations: [] });
});

it('the stories are of every kind', () => {
  const all = Array.from({ length: 300 }, (_, run) => threadPlan(2, run + 1));
  expect(Math.max(...all.map(({ steps }) => steps.length))).toBe(MOST_WORDS);
  expect(new Set(all.map(({ reach }) => reach)).size).toBe(3);
  for (const by of ['name', 'number']) {
    expect(all.filter(({ reviewedBy }) => reviewedBy === by).length).toBeGreaterThan(50);
  }
  expect(all.filter(({ steps }) => steps.some(({ review }) => review)).length).toBeGreaterThan(40);
});

it('news is read off a message whatever its words are', () => {
  const level = plain('alerts.news.level', { from: 'error', to: 'critical', title: 'Trouble' });
  const well = plain('alerts.news.regionWell', { names: 'A and B', count: 2, title: 'Trouble' });
  expect(newsIn(`**${level}**\n${well}`)).toEqual(['level error critical', 'well A and B']);
  expect(newsIn(plain('alerts.news.resolved', { title: 'Trouble' }))).toEqual(['resolved']);
  expect(newsIn('Something else')).toEqual(['review']);
});

describe('the invariants find', () => {
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

  it('nothing wrong with one card and its thread', () => expect(threadViolations(right)).toEqual([]));

  it.each<[string, Partial<ThreadHistory>]>([
    ['a second message that begins a thread', { roots: [...right.roots, { id: '2', words: 'T1TWord3E' }] }],
    ['a card that says an old word', { roots: [{ id: '1', words: 'T1TWord2E' }] }],
    ['news that nobody was told', { replies: [worse, why] }],
    ['a reply without news', { replies: [worse, { ...over, news: [] }, over, why] }],
    ['news in another order', { replies: [over, worse, why] }],
    ['a review in another thread', { replies: [worse, over, { ...why, root: '2' }] }],
    ['a review that does not say why', { replies: [worse, over, { ...why, words: '' }] }],
  ])('%s', (_what, wrong) => expect(threadViolations({ ...right, ...wrong })).toHaveLength(1));

  it('a card where none belongs', () => {
    expect(threadViolations({ ...right, expected: { card: false, replies: [] }, replies: [] })).toHaveLength(1);
  });
});
