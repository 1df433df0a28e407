import { deciders } from './deciders.ts';
import type { Answered } from './direct-client.ts';
import { type RaceHistory, raceViolations, tallyViolations } from './race/invariants.ts';
import { raceOf } from './race/plan.ts';

it('the same seed makes the same races, of 2 to 16 people or with the deadline among them', () => {
  const races = Array.from({ length: 500 }, (_, n) => raceOf(3, n + 1, n % 60));
  expect(races).toEqual(Array.from({ length: 500 }, (_, n) => raceOf(3, n + 1, n % 60)));
  const sizes = races.map(({ clickers, expires }) => clickers.length + (expires ? 1 : 0));
  expect([Math.min(...sizes), Math.max(...sizes)]).toEqual([2, 16]);
});

it('a deadline that wins all or none of eight races is a violation', () => {
  const tallies = [
    { deadline: 0, people: 8 },
    { deadline: 19, people: 0 },
    { deadline: 1, people: 7 },
    { deadline: 3, people: 0 },
  ];
  expect(tallies.map((clock) => tallyViolations(clock).length)).toEqual([1, 1, 0, 0]);
});

describe('raceViolations', () => {
  const [one, other] = deciders;
  if (!one || !other) throw new Error('there are no deciders');
  const answer = (type: string, value: unknown): Answered => ({ status: 200, body: { statusCode: 200, type, value } });
  const card = answer('application/vnd.microsoft.card.adaptive', { type: 'AdaptiveCard' });
  const words = (value: string): Answered => answer('application/vnd.microsoft.activity.message', value);
  const told = words(`${one.name} already approved this 21 November 2026 at 15:30. It is done.`);
  const decision = (person: typeof one, verdict: string) => ({
    person_id: person.objectId,
    person_name: person.name,
    verdict,
    at: '2026-11-21T14:30:00.000Z',
  });
  const answers = (won: Answered, lost: Answered): RaceHistory['answers'] => [
    { clicker: { person: one, verdict: 'approve', bot: 0 }, answered: won },
    { clicker: { person: other, verdict: 'deny', bot: 1 }, answered: lost },
  ];
  const good: RaceHistory = {
    state: 'done',
    guid: 'g1',
    decisions: [decision(one, 'approve')],
    events: ['asked', 'approved', 'sending', 'done'],
    puts: ['g1 {}', 'g1 {}'],
    answers: answers(card, told),
  };
  const late = words('The deadline for deciding this has passed.');
  const expired: RaceHistory = {
    ...{ state: 'expired', guid: null, decisions: [], events: ['asked', 'expired'], puts: [] },
    answers: answers(late, late),
  };

  it('a race that one person or the deadline has won has no violation', () => {
    expect([good, expired].map(raceViolations)).toEqual([[], []]);
  });

  it.each<[string, Partial<RaceHistory>, RegExp]>([
    ['two winners', { decisions: [decision(one, 'approve'), decision(other, 'deny')] }, /^2 winners: approve, deny$/],
    ['a grant after a denial', { decisions: [decision(other, 'deny')] }, /^it is done, not denied$/],
    [
      'two decisions in the audit',
      { events: ['asked', 'approved', 'denied'] },
      /^the audit tells of approved, denied$/,
    ],
    ['a request that was taken twice', { events: ['asked', 'asked', 'approved'] }, /^not asked once/],
    ['a second GUID', { puts: ['g1 {}', 'g2 {}'] }, /^2 different requests/],
    ['other bytes under the GUID', { puts: ['g1 {}', 'g1 {"a":1}'] }, /^2 different requests/],
    ['nothing at the vendor', { puts: [] }, /^0 different requests/],
    ['a foreign GUID', { puts: ['g2 {}'] }, /without its GUID/],
    [
      'a second card of a winner',
      { answers: answers(card, card) },
      /^Decider No 02 \(deny\) was answered as a winner$/,
    ],
    [
      'a winner who is told that they lost',
      { answers: answers(told, told) },
      /^Decider No 01 \(approve\) won and was told/,
    ],
    ['a loser who is not told who', { answers: answers(card, words('Over since 15:30.')) }, /lost and was told/],
    ['a loser who is not told when', { answers: answers(card, words(`${one.name} did.`)) }, /lost and was told/],
    ['a loser without an answer', { answers: answers(card, { status: 0, body: undefined }) }, /no valid answer: 0/],
    [
      'an error as the answer',
      { answers: answers(card, { status: 200, body: { statusCode: 500 } }) },
      /no valid answer/,
    ],
  ])('%s is a violation', (_what, change, says) => {
    const broken = raceViolations({ ...good, ...change });
    expect(broken).toContainEqual(expect.stringMatching(says));
  });

  it('a request at the vendor after the deadline won is a violation', () => {
    const broken = raceViolations({ ...expired, puts: ['g1 {}'] });
    expect(broken).toEqual(['the vendor was asked for what was not won']);
  });
});
