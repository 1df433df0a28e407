import { randomEvent } from '../../proof/health/size/event.ts';
import { brokenSizeLaws } from '../../proof/health/size/laws.ts';
import { diceOf } from '../../proof/lanes.ts';

it('every card of any event fits, whole in its letters and true in its counts', () => {
  const broken = Array.from({ length: 60 }, (_, run) => ({
    run,
    words: brokenSizeLaws(randomEvent(diceOf(1, run))),
  })).filter(({ words }) => words.length > 0);
  expect(broken.slice(0, 5).map(({ run, words }) => ({ run, words: words.slice(0, 3) }))).toEqual([]);
});
