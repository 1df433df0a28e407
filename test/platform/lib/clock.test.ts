import { steady } from '#platform/lib/clock.ts';
import { createManualClock } from '../../support/manual-clock.ts';

it('a steady clock goes on from where it was when the clock is set back, and ahead with it', () => {
  const clock = createManualClock(1_000);
  const waits = steady(clock);
  expect(waits.now()).toBe(1_000);
  clock.advance(-400);
  expect(waits.now()).toBe(1_000);
  clock.advance(50);
  expect(waits.now()).toBe(1_050);
  clock.advance(-600);
  clock.advance(5_000);
  expect(waits.now()).toBe(5_450);
});
