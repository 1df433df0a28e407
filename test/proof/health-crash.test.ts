import { alertCrashWith } from './health/crash/alert-crash.ts';
import {
  type CardHistory,
  cardViolations,
  type DigestHistory,
  digestViolations,
  type KillHistory,
  killViolations,
} from './health/crash/invariants.ts';
import { planOf } from './health/crash/plan.ts';
import { alertPoints } from './health/crash/points.ts';
import { proveShortly } from './short-tier.ts';

jest.setTimeout(300_000);

it('killed at a first word, an update and a digest, the alerts miss nothing', async () => {
  expect(await proveShortly(alertCrashWith(1), { runs: 2, seed: 2, on: 'postgres' })).toEqual({
    made: 2,
    violations: [],
  });
});

it('each moment on the way of an alert has its turn', () => {
  const plans = Array.from({ length: 34 }, (_, turn) =>
    planOf({ seed: 1, batch: turn + 1, size: 2, updates: 5, turn }),
  );
  const killed = new Set(plans.flatMap(({ kills, digestKill }) => [...kills, digestKill].map(({ where }) => where)));
  const every = new Set(Object.values(alertPoints).flatMap((points) => points.map(({ where }) => where)));
  expect(killed).toEqual(every);
});

describe('the invariants find', () => {
  const card: CardHistory = {
    ...{ mark: 'T1T', channel: 'general', newest: 'T1TWord5E' },
    expected: { card: true, replies: [['level error critical'], ['resolved']] },
    cards: [{ id: '1', words: 'Trouble T1T T1TWord5E' }],
    replies: [
      { root: '1', news: ['level error critical'], extra: false },
      { root: '1', news: ['level error critical'], extra: true },
      { root: '1', news: ['resolved'], extra: false },
    ],
    extraCards: ['2'],
  };
  const [worse, , over] = card.replies as [
    CardHistory['replies'][number],
    CardHistory['replies'][number],
    CardHistory['replies'][number],
  ];

  it('nothing wrong with one card and each word in its thread', () => expect(cardViolations(card)).toEqual([]));

  it.each<[string, Partial<CardHistory>]>([
    ['a card that is missing', { cards: [], extraCards: [] }],
    ['a second card that is kept', { cards: [...card.cards, { id: '3', words: 'T1TWord5E' }] }],
    ['a card where none belongs', { expected: { ...card.expected, card: false } }],
    ['a card that says an old state', { cards: [{ id: '1', words: 'Trouble T1T T1TWord4E' }] }],
    ['news that nobody was told', { replies: [over] }],
    ['news that was told twice', { replies: [worse, over, over] }],
    ['news in another thread', { replies: [worse, { ...over, root: '9' }] }],
    [
      'an extra reply with news that there was none of',
      { replies: [...card.replies, { ...over, news: ['reopened'], extra: true }] },
    ],
  ])('%s', (_what, wrong) => expect(cardViolations({ ...card, ...wrong })).toHaveLength(1));

  const copy = { kind: 'card', channel: 'general', mark: 'T1T' } as const;
  const kill: KillHistory = { where: 'somewhere', onTheirWay: [copy], extras: [copy] };

  it('nothing wrong with an extra copy of what was on its way', () => expect(killViolations(kill)).toEqual([]));

  it.each<[string, Partial<KillHistory>]>([
    ['an extra copy of what was not on its way', { onTheirWay: [{ ...copy, mark: 'T2T' }] }],
    ['an extra copy of another kind', { onTheirWay: [{ ...copy, kind: 'reply' }] }],
    ['two extra copies in one channel', { extras: [copy, copy] }],
  ])('%s', (_what, wrong) => expect(killViolations({ ...kill, ...wrong })).toHaveLength(1));

  const digest: DigestHistory = {
    ...{ mark: 'T1T', says: 'resolved' },
    digests: ['Trouble T1T\nWarning · active', 'Trouble T2T\nError · active\nTrouble T1T\nResolved'],
  };

  it('nothing wrong with a digest that says the end', () => expect(digestViolations(digest)).toEqual([]));

  it.each<[string, Partial<DigestHistory>]>([
    ['what stands in no digest', { digests: [] }],
    ['a last digest that says that it goes on', { digests: digest.digests.toReversed() }],
    ['a last digest with an old level', { says: 'error', digests: ['Trouble T1T\nWarning · active\nT2T\nError'] }],
  ])('%s', (_what, wrong) => expect(digestViolations({ ...digest, ...wrong })).toHaveLength(1));
});
