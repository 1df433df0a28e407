import {
  type CardHistory,
  cardViolations,
  type DigestHistory,
  digestViolations,
  type KillHistory,
  killViolations,
} from './health/crash/invariants.ts';
import { alertPoints, planOf } from './health/crash/plan.ts';
import { testViolations } from './lib/testing.ts';

it('the plans of 34 batches kill the bot at every moment of an alert', () => {
  const plans = Array.from({ length: 34 }, (_, turn) =>
    planOf({ seed: 1, batch: turn + 1, size: 2, updates: 5, turn }),
  );
  const killed = new Set(plans.flatMap(({ kills, digestKill }) => [...kills, digestKill].map(({ where }) => where)));
  const every = new Set(Object.values(alertPoints).flatMap((points) => points.map(({ where }) => where)));
  expect(killed).toEqual(every);
});

describe('violations of alerts after a kill', () => {
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

  testViolations(cardViolations, 'one card with each piece of news once in its thread', card, [
    ['a missing card', { cards: [], extraCards: [] }],
    ['a second stored card', { cards: [...card.cards, { id: '3', words: 'T1TWord5E' }] }],
    ['a card in a channel that wants none', { expected: { ...card.expected, card: false } }],
    ['a card with an old state', { cards: [{ id: '1', words: 'Trouble T1T T1TWord4E' }] }],
    ['news without a reply', { replies: [over] }],
    ['a second reply with the same news', { replies: [worse, over, over] }],
    ['a reply in another thread', { replies: [worse, { ...over, root: '9' }] }],
    [
      'an extra reply with news that never happened',
      { replies: [...card.replies, { ...over, news: ['reopened'], extra: true }] },
    ],
  ]);

  const copy = { kind: 'card', channel: 'general', mark: 'T1T' } as const;
  const kill: KillHistory = { where: 'somewhere', claimedCopies: [copy], extras: [copy] };

  testViolations(killViolations, 'an extra copy of a message that was on its way', kill, [
    ['an extra copy of a message that was not on its way', { claimedCopies: [{ ...copy, mark: 'T2T' }] }],
    ['an extra copy of another kind', { claimedCopies: [{ ...copy, kind: 'reply' }] }],
    ['two extra copies in one channel', { extras: [copy, copy] }],
  ]);

  const digest: DigestHistory = {
    ...{ mark: 'T1T', says: 'resolved' },
    digests: ['Trouble T1T\nWarning · active', 'Trouble T2T\nError · active\nTrouble T1T\nResolved'],
  };

  testViolations(digestViolations, 'a last digest with the final state', digest, [
    ['an incident in no digest', { digests: [] }],
    ['a last digest without the end', { digests: digest.digests.toReversed() }],
    ['a last digest with an old level', { says: 'error', digests: ['Trouble T1T\nWarning · active\nT2T\nError'] }],
  ]);
});
