import { plain } from '../support/story.ts';
import type { Answered } from './direct-client.ts';
import { type Effect, effectViolations } from './redeliver/invariants.ts';
import { redeliveryOf } from './redeliver/plan.ts';
import { redeliver } from './redeliver/redeliver.ts';
import { proveShortly } from './short-tier.ts';

jest.setTimeout(300_000);

it('a press of each kind counts once, however often it arrives', async () => {
  expect(await proveShortly(redeliver, { runs: 10, seed: 4, on: 'sqlite' })).toEqual({ made: 10, violations: [] });
});

it('of a thousand presses the copies come under the first id and under others, half and half', () => {
  const again = Array.from({ length: 1_000 }, (_, n) => redeliveryOf(3, n + 1, n % 50)).flatMap(({ copies }) =>
    copies.slice(1),
  );
  const share = again.filter(({ id }) => id > 0).length / again.length;
  expect(share).toBeGreaterThan(0.45);
  expect(share).toBeLessThan(0.55);
});

describe('the invariants of a press find', () => {
  const card: Answered = {
    status: 200,
    body: { statusCode: 200, type: 'application/vnd.microsoft.card.adaptive', value: { type: 'AdaptiveCard' } },
  };
  const words = (value: string): Answered => ({
    status: 200,
    body: { statusCode: 200, type: 'application/vnd.microsoft.activity.message', value },
  });
  const approved = { state: 'done', events: ['asked', 'approved', 'sending', 'done'], decisions: 1 };
  const good: Effect = { kind: 'approve', answers: [card, card], changes: [approved], puts: ['g1 {}', 'g1 {}'] };

  it('nowhere where it counted once', () => {
    expect(effectViolations(good)).toEqual([]);
  });

  it('nowhere where who was asked to press again learns that it counted', () => {
    const waiting = { state: 'waiting', events: ['asked'], decisions: 0 };
    const sent = { ...words(plain('bot.form.sent')), excused: true };
    expect(effectViolations({ kind: 'submit', answers: [sent], changes: [waiting], puts: [] })).toEqual([]);
  });

  it.each<[string, Partial<Effect>, string]>([
    ['two changes', { changes: [approved, approved] }, 'approve: changes: 2, not 1'],
    ['no effect', { changes: [{ ...approved, state: 'waiting' }] }, 'approve: state: waiting, not done'],
    [
      'two records',
      { changes: [{ ...approved, events: ['asked', 'approved', 'approved'] }] },
      'approve: records of approved: 2, not 1',
    ],
    ['two decisions', { changes: [{ ...approved, decisions: 2 }] }, 'approve: decisions: 2, not 1'],
    ['two GUIDs', { puts: ['g1 {}', 'g2 {}'] }, 'approve: different requests at the vendor: 2, not 1'],
    [
      'a copy that is refused',
      { answers: [card, words('Decider No 03 decided this before.')] },
      'approve: copy 2 was told “Decider No 03 decided this before.”',
    ],
    ['no card at all', { answers: [words('Busy.')] }, 'approve: no copy was answered with a card'],
    [
      'a copy without an answer',
      { answers: [card, { status: 0, body: undefined }] },
      'approve: copy 2 got no valid answer: 0 undefined',
    ],
  ])('with %s', (_what, change, says) => {
    expect(effectViolations({ ...good, ...change })).toContain(says);
  });
});
