import type { Order } from '../../../src/features/translation/translation.ts';
import { TranslationFault } from '../../../src/features/translation/translator/faults.ts';
import { orderOf } from '../../../test/support/translating.ts';
import { defineCheck, thrown } from '../../lib/define-check.ts';
import type { Dice } from '../../lib/dice.ts';
import { invariants, type Made, words } from './invariants.ts';
import { type Case, schedule, triesOf } from './table.ts';
import {
  createEnvironment,
  KEY,
  openScriptedTranslator,
  type ReceivedRequest,
  type Refusal,
  type ScriptedTranslator,
} from './translator.ts';

/** Never in a log line, an error or its words. */
const PLANTED = 'quixotry';
/** In the one text that a translator can't use. */
const MARKED = 'flummox';

const texts = [`The ${PLANTED} is down.`, `Nobody can ${MARKED} it.`, `It is a ${PLANTED} of payments.`] as const;

const orderFor = (dice: Dice): Order =>
  orderOf(
    texts.slice(0, 1 + Math.floor(dice.next() * texts.length)).join('\n'),
    dice.pick([['de'], ['de', 'fr'], ['ja', 'de', 'pt']]),
    { from: 'en', allowFallback: dice.oneIn(2), ...(dice.oneIn(2) ? { category: 'payments-category' } : {}) },
  );

/** Refuses as the case says; the message of the refusal quotes the text, as a careless translator would. */
const refusalOf = ({ name, status }: Case, received: ReceivedRequest, pause: number | undefined): Refusal => {
  if (status === 'break') return 'break';
  if (status === 'unreadable') return { status: 200, body: '[{"translations":[]}]' };
  const message = `The text ${received.texts.join(' ')} was refused.`;
  const body = name.length === 6 ? JSON.stringify({ error: { code: Number(name), message } }) : 'no JSON';
  return { status, body, ...(pause === undefined ? {} : { headers: { 'retry-after': String(pause) } }) };
};

/** Whether the case is one for this request. */
const meets = ({ wanted }: Case, received: ReceivedRequest, order: Order, most: number): boolean => {
  const size = received.query.getAll('to').length * received.texts.reduce((sum, { length }) => sum + length, 0);
  if (wanted.is === 'shrink') return size > most;
  if (wanted.is === 'isolate') return received.texts.some((text) => text.includes(MARKED));
  const aboutSystem = wanted.is === 'general' || (wanted.is === 'minute' && order.category !== undefined);
  return !aboutSystem || received.query.has('category');
};

const caseOf = (run: number): Case => schedule[(run - 1) % schedule.length] as Case;

const brokenCaseLaws = async (one: Case, dice: Dice, translator: ScriptedTranslator): Promise<string[]> => {
  const { status, wanted } = one;
  const order = orderFor(dice);
  const pause = status === 429 || status === 503 ? dice.pick([undefined, 1, 5, 60, 120]) : undefined;
  const lasting = dice.oneIn(2) || wanted.is === 'shrink' || wanted.is === 'isolate';
  const times = lasting ? Number.POSITIVE_INFINITY : 1 + Math.floor(dice.next() * 6);
  const most = 60 + Math.floor(dice.next() * 60);
  translator.follow((received, number) =>
    number <= times && meets(one, received, order, most) ? refusalOf(one, received, pause) : undefined,
  );

  const environment = createEnvironment(translator);
  const ended = await environment.work(order);
  const perRun = triesOf(status, pause, order.category === undefined ? 20 : 125);
  const made = {
    ...{ order, ended, environment, translator, times, perRun },
    pauseSeconds: pause ?? 0,
    marked: MARKED,
  };
  const invariant = invariants[wanted.is] as (
    made: Made,
    wanted: Case['wanted'],
  ) => ReturnType<(typeof invariants)['stop']>;
  const held = [...(await invariant(made, wanted)), ...commonInvariants(made)];
  await environment.http.close();
  return held.flatMap(([holds, otherwise]) => (holds ? [] : [`${one.name}: ${otherwise}`]));
};

/** Whatever the translator says: all is counted, and nothing is told. */
const commonInvariants = ({
  ended: { fault },
  environment,
  translator,
}: Made): readonly (readonly [boolean, string])[] => {
  const counted = environment.bench.meter.reduce(
    (sum, { reserved, again, charged = reserved }) => sum + reserved * again + charged,
    0,
  );
  const told = [...environment.lines, JSON.stringify(fault ?? ''), fault?.stack ?? '', deepCause(fault)];
  const leaks = told.filter((line) => [KEY, PLANTED, MARKED].some((secret) => line.includes(secret)));
  return [
    [counted >= translator.charged(), `counts ${counted} of ${translator.charged()} characters`],
    [translator.received.every(({ key }) => key === KEY), 'is asked without the key'],
    [environment.lines.length > 0, 'is not logged at all'],
    [leaks.length === 0, `tells a key or a text: ${leaks.length} times`],
    [!fault || /\w/.test(words.plain(fault.textKey, fault.values)), 'has no words'],
  ];
};

/** An error with all that it was made of, down to the last cause. */
const deepCause = (error: unknown): string => {
  if (!(error instanceof Error)) return '';
  const values = error instanceof TranslationFault ? JSON.stringify(error.values) : '';
  return `${error.message} ${values} ${deepCause(error.cause)}`;
};

/** Every documented code and status through the real client: each to its own action, with nothing of the text told. */
export const errors = defineCheck({
  name: 'translation-4',
  says: 'each code and status of the translator leads to its own action, and no text is logged',
  short: { runs: schedule.length, seed: 3 },
  runs: 300,
  at: (run) => caseOf(run).name,
  ground: openScriptedTranslator,
  cases: thrown<Dice>((dice) => dice),
  faults: (dice, translator, run) => brokenCaseLaws(caseOf(run), dice, translator),
});
