import { randomUUID } from 'node:crypto';
import type { Asker, Order } from '../../../src/features/translation/translation.ts';
import { type Dice, diceOf } from '../../lib/dice.ts';
import type { Fault, Moment } from './counting-translator.ts';

export interface PlannedOrder {
  readonly order: Order;
  readonly asker: Asker;
  readonly correlation: string;
}

export type Holder = 'person' | 'channel' | 'tenant';

/** One run: who asks for what, how much there is to spend, what goes wrong, and when the process dies. */
export interface Plan {
  readonly orders: readonly PlannedOrder[];
  readonly budgets: Readonly<Partial<Record<Holder, number>>>;
  readonly troubled: boolean;
  fault(): Fault;
  /** The nth time that this moment comes, and so many milliseconds later. */
  readonly kill: { readonly moment: Moment; readonly nth: number; readonly afterMs: number } | undefined;
}

const WORDS =
  'ledger gateway payouts failed since noon please look at the batch 4711 & retry <now> über café naïve queue refund'.split(
    ' ',
  );
const TARGETS = ['de', 'fr', 'ja', 'es', 'it'] as const;
const LIMITS = [400, 2_000, 8_000, 30_000, 1_000_000] as const;
const FAULTS: readonly Fault[] = ['throttled', 'away', 'lost-before', 'lost-after', 'cut', 'failed-after'];
/** Runs in which a process is killed: one in so many. */
const KILLED = 4;

const sentence = (dice: Dice, words: number): string => Array.from({ length: words }, () => dice.pick(WORDS)).join(' ');

/** More short lines than one request may hold now and then, so that an order takes several. */
const textOf = (dice: Dice, run: number): string => {
  const lines = dice.oneIn(5) ? 1_000 + dice.below(600) : 1 + dice.below(12);
  return Array.from(
    { length: lines },
    (_, n) => `${run}.${n} ${sentence(dice, lines > 100 ? 2 : 3 + dice.next() * 20)}`,
  ).join('\n');
};

const escapeHtml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

const orderOf = (dice: Dice, run: number): Order => {
  const text = textOf(dice, run);
  const html = text
    .split('\n')
    .map((line) => `<p>${escapeHtml(line)} <b>and</b> <code>x &lt; 1</code></p>`)
    .join('');
  const first = dice.below(TARGETS.length);
  const to = TARGETS.slice(first, first + 1 + dice.below(3)).map((language) => ({ language }));
  return {
    message: dice.oneIn(2) ? { kind: 'html', content: html } : { kind: 'text', content: text },
    to,
    from: 'en',
    profanity: 'NoAction',
    allowFallback: true,
    alignment: false,
  };
};

/** Tenant, channels and people are the run's own: on one store no run stands in another one's books. */
export const planOf = (seed: number, run: number): Plan => {
  const dice = diceOf(seed, run);
  const killed = run % KILLED === 0;
  const troubled = !killed && dice.oneIn(2);
  const count = dice.pick([1, 1, 2, 4]);
  const orders = Array.from(
    { length: count },
    (): PlannedOrder => ({
      order: orderOf(dice, run),
      asker: {
        objectId: `person-${run}-${dice.pick([1, 2])}`,
        conversationId: `channel-${run}-${dice.pick([1, 2])}`,
        tenantId: `tenant-${run}`,
      },
      correlation: randomUUID(),
    }),
  );
  const holders: readonly Holder[] = ['person', 'channel', 'tenant'];
  const budgets = Object.fromEntries(holders.filter(() => dice.oneIn(2)).map((holder) => [holder, dice.pick(LIMITS)]));
  return {
    orders,
    budgets,
    troubled,
    fault: () => (troubled && dice.oneIn(3) ? dice.pick(FAULTS) : 'none'),
    kill: killed
      ? {
          moment: dice.pick(['arrived', 'answered', 'relayed'] as const),
          nth: dice.pick([1, 1, 2]),
          afterMs: dice.oneIn(2) ? 0 : dice.below(12),
        }
      : undefined,
  };
};

export const policyOf = ({ budgets }: Plan): string => {
  const limits = Object.entries(budgets).map(([holder, month]) => `${holder}: { month: ${month} }`);
  return `translation:\n  budgets: { ${limits.join(', ')} }\n`;
};
