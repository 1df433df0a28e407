import { beside } from '../../../../src/sandbox/teams/page/view/tour/beside.ts';
import type { Place, Rectangle } from '../../../../src/sandbox/teams/page/view/tour/use-place.ts';
import { fc } from '../../../support/fast-check.ts';

const window = { width: 1_280, height: 800 };
const box = { width: 350, height: 220 };
const itself = (place: Rectangle): Place => ({ ...place, around: place });

it('the box of the tour is inside the window, wherever the element is', () => {
  const places = fc.record({ top: fc.nat(790), left: fc.nat(1_270), width: fc.nat(600), height: fc.nat(400) });
  const fits = (place: Rectangle): boolean => {
    const { top, left } = beside(itself(place), box, window);
    return top >= 0 && left >= 0 && top + box.height <= 800 && left + box.width <= 1_280;
  };
  fc.assert(fc.property(places, fits), { numRuns: 500 });
});

it('the box does not cover its element where there is room', () => {
  const place = itself({ top: 700, left: 350, width: 900, height: 80 });
  expect(beside(place, box, window).top + box.height).toBeLessThan(place.top);
});

it('the box does not cover the pane of its element where there is room beside it', () => {
  const around = { top: 0, left: 400, width: 880, height: 800 };
  const { left } = beside({ top: 700, left: 450, width: 700, height: 80, around }, box, window);
  expect(left + box.width).toBeLessThan(around.left);
});

it('the box is in the middle of the window when there is no element', () => {
  expect(beside(undefined, box, window)).toEqual({ top: 290, left: 465 });
});
