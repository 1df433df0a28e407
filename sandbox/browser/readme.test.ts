import { actsOf, createPageReader, readme, titled, tour } from './page-steps.ts';
import { useBrowser } from './person.ts';

const at = useBrowser();
const reader = createPageReader((name) => at.be(name));

it('the README has four steps, the longer tour has nine', () => {
  expect([readme.length, tour.length]).toEqual([4, 9]);
  expect([...readme, ...tour].flatMap(actsOf).length).toBeGreaterThan(30);
});

describe.each([
  ['the README', readme],
  ['docs/tour.md', tour],
])('a stranger follows %s word by word', (_page, steps) => {
  it.each(titled(steps))('%s', (_name, step) => reader.follow(step));
});
