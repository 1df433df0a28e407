import { operations } from '../../../../src/api/operations/index.ts';
import {
  activeTroubles,
  connectorChoices,
  invokeChoices,
} from '../../../../src/sandbox/teams/page/text/connector-fault-words.ts';
import type { FaultChoice, FaultValues } from '../../../../src/sandbox/teams/page/text/fault-choice.ts';
import {
  vendorChoices,
  vendorFaultWords,
  vendorTargets,
} from '../../../../src/sandbox/teams/page/text/vendor-fault-words.ts';
import { faultSchema } from '../../../../src/sandbox/vendor/faults/fault.ts';

const three: FaultValues = { on: '', count: 3, seconds: 5 };
const choice = (choices: readonly FaultChoice[], key: string): FaultChoice => {
  const found = choices.find((each) => each.key === key);
  if (!found) throw new Error(`no choice ${key}`);
  return found;
};
const throttled = choice(connectorChoices, 'throttled');

it('says what will happen, how often and for how long', () => {
  expect(throttled.says({ ...three, on: 'send' })).toBe(
    'The next 3 posts of the bot are refused with 429 and Retry-After 5 s.',
  );
});

it('speaks of one as of one', () => {
  expect(throttled.says({ on: 'edit', count: 1, seconds: 2 })).toBe(
    'The next edit of the bot is refused with 429 and Retry-After 2 s.',
  );
});

it('says of what waits now as much as was chosen', () => {
  const words = activeTroubles({
    connector: [{ kind: 'slow', on: 'create', left: 1, seconds: 5 }],
    invokes: [{ kind: 'late', left: 2, seconds: 8 }],
  });
  expect(words).toEqual([
    'The next new conversation of the bot is answered only after 5 s.',
    'The next 2 presses of buttons come to the bot 8 s late.',
  ]);
});

it('one grant comes true, several come true', () => {
  const pending = choice(vendorChoices, 'pending');
  expect(pending.says({ on: '', count: 1, seconds: 10 })).toBe(
    'The next grant or removal is answered as pending and comes true after 10 s.',
  );
  expect(pending.says({ on: '', count: 2, seconds: 10 })).toContain('and come true after 10 s');
});

it('sends seconds only with what has a time', () => {
  expect(throttled.body(three)).toEqual({ kind: 'throttled', count: 3, seconds: 5 });
  expect(choice(connectorChoices, 'not-found').body(three)).toEqual({ kind: 'not-found', count: 3 });
  expect(choice(invokeChoices, 'again').body(three)).toEqual({ kind: 'again', count: 3 });
});

it('a fault can be aimed at every operation of the vendor and at the sign-in', () => {
  const declared = operations.map(({ id }) => id);
  expect(vendorTargets.map(({ value }) => value).sort()).toEqual(['', 'token', ...declared].sort());
});

it.each(vendorChoices)('the vendor sandbox takes “$name”, for a while and for good', (each) => {
  expect(() => faultSchema.parse(each.body(three))).not.toThrow();
  expect(() => faultSchema.parse(each.body({ on: 'listRoleDefinitions', count: undefined, seconds: 5 }))).not.toThrow();
});

it('every fault of the vendor sandbox can be chosen', () => {
  const kinds = vendorChoices.map((each) => faultSchema.parse(each.body(three)).kind);
  expect(new Set(kinds)).toEqual(new Set(faultSchema.options.map(({ shape }) => shape.kind.value)));
});

it.each(vendorChoices)('what is on at the vendor is said as it was chosen: “$name”', (each) => {
  expect(vendorFaultWords(each.body(three))).toBe(each.says(three));
});

it('a fault that the page does not know stands there as it is', () => {
  expect(vendorFaultWords({ kind: 'toString' })).toBe('{"kind":"toString"}');
});
