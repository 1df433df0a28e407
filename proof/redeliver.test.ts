import { plain } from '../test/support/story.ts';
import type { Answered } from './direct-client.ts';
import { type Effect, effectViolations, redeliveryOf } from './redeliver/invariants.ts';

it('half of the copies of a thousand presses have the id of the first one', () => {
  const again = Array.from({ length: 1_000 }, (_, n) => redeliveryOf(3, n + 1, n % 50)).flatMap(({ copies }) =>
    copies.slice(1),
  );
  const share = again.filter(({ id }) => id > 0).length / again.length;
  expect(share).toBeGreaterThan(0.45);
  expect(share).toBeLessThan(0.55);
});

describe('effectViolations', () => {
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

  it('a press that counts once has no violation', () => {
    expect(effectViolations(good)).toEqual([]);
  });

  it('a sent form whose person was asked to press again and is told that it counted has no violation', () => {
    const waiting = { state: 'waiting', events: ['asked'], decisions: 0 };
    const sent = { ...words(plain('bot.form.sent')), excused: true };
    expect(effectViolations({ kind: 'submit', answers: [sent], changes: [waiting], puts: [] })).toEqual([]);
  });

  it.each<[string, Partial<Effect>, string]>([
    ['two changes', { changes: [approved, approved] }, 'approve: changes: 2, not 1'],
    [
      'a press without an effect',
      { changes: [{ ...approved, state: 'waiting' }] },
      'approve: state: waiting, not done',
    ],
    [
      'two audit records',
      { changes: [{ ...approved, events: ['asked', 'approved', 'approved'] }] },
      'approve: records of approved: 2, not 1',
    ],
    ['two decisions', { changes: [{ ...approved, decisions: 2 }] }, 'approve: decisions: 2, not 1'],
    ['two GUIDs', { puts: ['g1 {}', 'g2 {}'] }, 'approve: different requests at the vendor: 2, not 1'],
    [
      'a copy that is refused',
      { answers: [card, words('Decider No 03 already approved this.')] },
      'approve: copy 2 was told “Decider No 03 already approved this.”',
    ],
    [
      'a press without a card as the answer',
      { answers: [words('Busy.')] },
      'approve: no copy was answered with a card',
    ],
    [
      'a copy without an answer',
      { answers: [card, { status: 0, body: undefined }] },
      'approve: copy 2 got no valid answer: 0 undefined',
    ],
  ])('%s is a violation', (_what, change, says) => {
    expect(effectViolations({ ...good, ...change })).toContain(says);
  });
});
