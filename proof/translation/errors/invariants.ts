import { toText } from '../../../src/features/translation/message/outline.ts';
import type { Order } from '../../../src/features/translation/translation.ts';
import { DAY, MINUTE } from '../../../src/platform/lib/clock.ts';
import { loadTexts } from '../../../src/platform/texts/texts.ts';
import { orderOf } from '../../../test/support/translating.ts';
import { loud } from '../chunks/long-message.ts';
import type { Wanted } from './table.ts';
import type { Ended, Environment, ScriptedTranslator } from './translator.ts';

/** One order against a translator that refused so many requests, and what came of it. */
export interface Made {
  readonly order: Order;
  readonly ended: Ended;
  readonly environment: Environment;
  readonly translator: ScriptedTranslator;
  /** Requests that it refused at most. */
  readonly times: number;
  /** Requests that one run makes of one that is refused. */
  readonly perRun: number;
  /** What its Retry-After said. */
  readonly pauseSeconds: number;
  /** Stands in the texts that it can't use. */
  readonly marked: string;
}

type Invariants<W extends Wanted['is']> = (
  made: Made,
  wanted: Extract<Wanted, { is: W }>,
) => Promise<readonly Invariant[]> | readonly Invariant[];
/** Holds, or the words for it. */
type Invariant = readonly [holds: boolean, otherwise: string];

export const words = loadTexts().for('en');

const translated = ({ ended, order }: Made, expected = loud(order.message.content)): boolean =>
  ended.outcome?.targets.every(({ document }) => toText(document) === expected) ?? false;

const endOf = ({ fault }: Ended): string =>
  fault?.next.is === 'ask' ? `ask ${fault.next.field}` : `${fault?.next.is}`;

const totalOf = ({ tries }: Ended): number => tries.reduce((sum, count) => sum + count, 0);

/** What stands behind Details. */
const detailsOf = ({ code, values }: NonNullable<Ended['fault']>): string => [code, ...Object.values(values)].join(' ');

const DONE: Invariant = [true, ''];

export const invariants: { readonly [W in Wanted['is']]: Invariants<W> } = {
  ask: ({ ended, times, perRun }, { field }) =>
    times < perRun
      ? [DONE]
      : [[endOf(ended) === `ask ${field}` && totalOf(ended) === perRun, `ends as ${endOf(ended)}`]],

  stop(made, { says }) {
    const { ended, times, perRun } = made;
    if (times < perRun) return [[translated(made) && totalOf(ended) === times + 1, `makes ${totalOf(ended)} requests`]];
    const said = ended.fault
      ? [words.plain(ended.fault.textKey, ended.fault.values), detailsOf(ended.fault)].join(' ')
      : '';
    return [
      [
        endOf(ended) === 'stop' && totalOf(ended) === perRun,
        `ends as ${endOf(ended)} after ${totalOf(ended)} requests`,
      ],
      [said.includes(says), `says “${said}”`],
    ];
  },

  async quota({ ended, environment, translator }) {
    const asked = (text: string) => environment.work(orderOf(text, ['it'], { from: 'en' }));
    const other = await asked('Another one.');
    const within = translator.received.length;
    environment.clock.advance(32 * DAY);
    await asked('A third one.');
    return [
      [endOf(ended) === 'stop' && totalOf(ended) === 1, `ends as ${endOf(ended)} after ${totalOf(ended)} requests`],
      [endOf(other) === 'stop' && within === 1, 'is asked again within its period'],
      [translator.received.length === within + 1, 'is not asked again in the next period'],
    ];
  },

  general(made) {
    const { order, ended } = made;
    if (order.category === undefined) return [[translated(made), 'is not translated by the general system']];
    if (order.allowFallback) return [[translated(made) && totalOf(ended) === 2, `makes ${totalOf(ended)} requests`]];
    return [[endOf(ended) === 'ask category' && totalOf(ended) === 1, `ends as ${endOf(ended)}`]];
  },

  minute(made) {
    const { order, ended, times, translator } = made;
    const mayFall = order.category !== undefined && order.allowFallback;
    const lastCustom = translator.received.at(-1)?.query.has('category') ?? false;
    const ends = times <= 3 || mayFall ? translated(made) : endOf(ended) === 'stop';
    return [
      [ended.parks.length === Math.min(times, 3), `waits ${ended.parks.length} times`],
      [ended.parks.every((ms) => ms === MINUTE), `waits ${ended.parks} ms`],
      [ended.tries.every((count) => count === 1), `makes ${ended.tries} requests a run`],
      [ends, `ends as ${endOf(ended)}`],
      [lastCustom === (order.category !== undefined && !(mayFall && times >= 3)), 'does not fall back as it may'],
    ];
  },

  park(made) {
    const { ended, times, perRun, pauseSeconds } = made;
    const runs = Math.ceil((times + 1) / perRun);
    const ends = runs <= 4 ? translated(made) : endOf(ended) === 'stop' && totalOf(ended) === 4 * perRun;
    return [
      [ended.parks.length === Math.min(3, runs - 1), `is parked ${ended.parks.length} times`],
      [ended.parks.every((ms) => ms >= Math.max(MINUTE / 2, pauseSeconds * 1_000)), `is parked for ${ended.parks} ms`],
      [ends, `ends as ${endOf(ended)} after ${totalOf(ended)} requests`],
    ];
  },

  isolate(made) {
    const lines = made.order.message.content.split('\n');
    const expected = lines.map((line) => (line.includes(made.marked) ? line : loud(line))).join('\n');
    const bad = lines.filter((line) => line.includes(made.marked)).length;
    const counted = made.ended.outcome?.targets.every(({ untouched }) => untouched === bad) ?? false;
    return [[translated(made, expected) && counted, 'does not leave out the one text']];
  },

  shrink(made) {
    const { ended } = made;
    return [
      [translated(made) || endOf(ended) === 'stop', `ends as ${endOf(ended)}`],
      [ended.parks.length === 0, 'is parked'],
    ];
  },
};
