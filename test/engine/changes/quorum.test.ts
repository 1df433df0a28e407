import { type Quorum, suffices } from '#engine/changes/decision/quorum.ts';
import { fc } from '../../support/fast-check.ts';

const voters = (...groups: readonly string[]) => groups.map((list) => ({ groups: new Set(list.split('')) }));

it.each<[what: string, quorum: Quorum, people: readonly string[], is: boolean]>([
  ['as many people as are wanted are enough', { people: 2, groups: {} }, ['a', 'a'], true],
  ['one fewer is not', { people: 2, groups: {} }, ['a'], false],
  ['nobody is enough where nobody is wanted', { people: 0, groups: {} }, [], true],
  ['one of each group is enough', { people: 2, groups: { a: 1, b: 1 } }, ['a', 'b'], true],
  ['two of one group are not one of each', { people: 2, groups: { a: 1, b: 1 } }, ['a', 'a'], false],
  ['one person in both groups stands for one of them', { people: 2, groups: { a: 1, b: 1 } }, ['ab'], false],
  [
    'whoever is in both groups moves to where they are wanted',
    { people: 2, groups: { a: 1, b: 1 } },
    ['ab', 'a'],
    true,
  ],
  ['a chain of moves is found', { people: 3, groups: { a: 1, b: 1, c: 1 } }, ['ab', 'bc', 'a'], true],
  ['two of one group and one of another', { people: 3, groups: { a: 2, b: 1 } }, ['ab', 'ab', 'b'], true],
  ['a group that nobody is in', { people: 2, groups: { a: 1, b: 1 } }, ['ac', 'ac'], false],
  ['all seats filled, but fewer people than wanted', { people: 3, groups: { a: 1, b: 1 } }, ['a', 'b'], false],
])('%s', (_what, quorum, people, is) => {
  expect(suffices(quorum, voters(...people))).toBe(is);
});

/** Tries every assignment of people to seats. */
const seatsAll = (seats: readonly string[], people: readonly string[]): boolean => {
  const [seat, ...rest] = seats;
  if (seat === undefined) return true;
  return people.some((groups, at) => groups.includes(seat) && seatsAll(rest, people.toSpliced(at, 1)));
};

const countBy = (names: readonly string[]): Record<string, number> =>
  Object.fromEntries(names.map((name) => [name, names.filter((other) => other === name).length]));

it('people suffice exactly if some assignment fills every seat, for 2,000 quorums', () => {
  const groups = ['a', 'b', 'c'];
  const seats = fc.array(fc.constantFrom(...groups), { maxLength: 4 });
  const people = fc.array(
    fc.subarray(groups).map((own) => own.join('')),
    { maxLength: 5 },
  );
  const isFound = (wanted: string[], found: string[]): void => {
    const quorum = { people: wanted.length, groups: countBy(wanted) };
    expect(suffices(quorum, voters(...found))).toBe(seatsAll(wanted, found));
  };
  fc.assert(fc.property(seats, people, isFound), { numRuns: 2_000 });
});
