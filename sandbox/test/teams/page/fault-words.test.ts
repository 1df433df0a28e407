import { operations } from '../../../../src/cloud/operations/index.ts';
import { faultSchema, signInAddresses } from '../../../cloud/faults/faults.ts';
import { directory } from '../../../cloud/operations/directory.ts';
import type { FaultChoice, FaultValues } from '../../../teams/page/text/fault-choice.ts';
import {
  activeTroubles,
  connectorChoices,
  invokeChoices,
  vendorChoices,
  vendorFaultWords,
  vendorTargets,
} from '../../../teams/page/text/fault-words.ts';

const three: FaultValues = { on: '', count: 3, seconds: 5 };
const choice = (choices: readonly FaultChoice[], key: string): FaultChoice => {
  const found = choices.find((each) => each.key === key);
  if (!found) throw new Error(`no choice ${key}`);
  return found;
};
const throttled = choice(connectorChoices, 'throttled');
const pending = choice(vendorChoices, 'pending');

it.each([
  [throttled, { ...three, on: 'send' }, 'The next 3 posts of the bot are refused with 429 and Retry-After 5 s.'],
  [
    throttled,
    { on: 'edit', count: 1, seconds: 2 },
    'The next edit of the bot is refused with 429 and Retry-After 2 s.',
  ],
  [pending, { ...three, count: 1 }, 'The next grant or removal is answered as pending and comes true after 5 s.'],
  [pending, { ...three, count: 2 }, 'The next 2 grants or removals are answered as pending and come true after 5 s.'],
])('the fault “$name” for %j is described in the singular or plural', (fault, values, sentence) => {
  expect(fault.says(values)).toBe(sentence);
});

it('an active fault is described like a chosen one', () => {
  const words = activeTroubles({
    connector: [{ kind: 'slow', on: 'create', left: 1, seconds: 5 }],
    invokes: [{ kind: 'late', left: 2, seconds: 8 }],
  });
  expect(words).toEqual([
    'The next new conversation of the bot is answered only after 5 s.',
    'The next 2 presses of buttons come to the bot 8 s late.',
  ]);
});

it('a fault without a time has no seconds in its request', () => {
  expect(throttled.body(three)).toEqual({ kind: 'throttled', count: 3, seconds: 5 });
  expect(choice(connectorChoices, 'not-found').body(three)).toEqual({ kind: 'not-found', count: 3 });
  expect(choice(invokeChoices, 'again').body(three)).toEqual({ kind: 'again', count: 3 });
});

it('a fault of the vendor can be for every operation and for each address of the sign-in', () => {
  const targets = ['', ...operations.map(({ id }) => id), ...Object.keys(directory), ...signInAddresses];
  expect(vendorTargets.map(({ value }) => value).sort()).toEqual(targets.sort());
});

it.each(vendorChoices)('the vendor sandbox accepts “$name”, with and without a count', (each) => {
  expect(() => faultSchema.parse(each.body(three))).not.toThrow();
  expect(() => faultSchema.parse(each.body({ on: 'listRoleDefinitions', count: undefined, seconds: 5 }))).not.toThrow();
});

it('every fault of the vendor sandbox can be chosen', () => {
  const kinds = vendorChoices.map((each) => faultSchema.parse(each.body(three)).kind);
  expect(new Set(kinds)).toEqual(new Set(faultSchema.options.flatMap(({ shape }) => [...shape.kind.values])));
});

it.each(vendorChoices)('the active fault “$name” of the vendor is described like the chosen one', (each) => {
  expect(vendorFaultWords(each.body(three))).toBe(each.says(three));
});

it('an unknown fault is shown as its JSON', () => {
  expect(vendorFaultWords({ kind: 'toString' })).toBe('{"kind":"toString"}');
});
