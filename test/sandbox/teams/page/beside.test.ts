import { beside } from '../../../../src/sandbox/teams/page/view/tour/beside.ts';
import { seededRandom } from '../../../support/seeded-random.ts';

const window = { width: 1_280, height: 800 };
const box = { width: 350, height: 220 };

it('stands within the window, wherever the thing is that it points at', () => {
  const random = seededRandom(3);
  const upTo = (most: number) => Math.round(random() * most);
  for (let turn = 0; turn < 500; turn += 1) {
    const place = { top: upTo(790), left: upTo(1_270), width: upTo(600), height: upTo(400) };
    const { top, left } = beside(place, box, window);
    expect({ place, fits: top >= 0 && left >= 0 && top + box.height <= 800 && left + box.width <= 1_280 }).toEqual({
      place,
      fits: true,
    });
  }
});

it('leaves free what it points at where there is room', () => {
  const place = { top: 700, left: 350, width: 900, height: 80 };
  expect(beside(place, box, window).top + box.height).toBeLessThan(place.top);
});

it('stands in the middle when there is nothing to point at', () => {
  expect(beside(undefined, box, window)).toEqual({ top: 290, left: 465 });
});
