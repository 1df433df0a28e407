import type { Db } from '../../src/platform/storage/database.ts';
import { plain } from '../../test/support/story.ts';
import type { Cluster } from '../cluster/cluster.ts';
import { type Wanted, wants } from '../deciders.ts';
import { type Answered, readAnswer } from '../direct-client.ts';
import { diceOf } from '../lib/dice.ts';
import { sentPuts } from '../requests.ts';

const kinds = ['approve', 'deny', 'cancel', 'submit', 'remove'] as const;
type Kind = (typeof kinds)[number];

/** One copy of an invoke on its way. */
interface Copy {
  /** 0: under the id of the first. */
  readonly id: number;
  readonly bot: number;
}

/** One press, and how often and in which way it arrives. */
export interface Redelivery {
  readonly run: number;
  readonly kind: Kind;
  readonly wanted: Wanted;
  /** What names it among all. */
  readonly reason: string;
  readonly copies: readonly Copy[];
  readonly atOnce: boolean;
}

/** Whoever leaves the length away is asked by a form, also where the vendor is too slow to tell what else the role needs. */
const withForm = wants.filter(({ role }) => role === 'contributor');
const without = wants.filter(({ role }) => role !== 'contributor');
const MOST = 4;

/** @param place in its batch: no two of a batch ask for the same */
export const redeliveryOf = (seed: number, run: number, place: number): Redelivery => {
  const dice = diceOf(seed, run);
  const kind = kinds[run % kinds.length] as Kind;
  const choices = kind === 'submit' ? withForm : without;
  const many = 1 + Math.floor(dice.next() * MOST);
  const [first, both] = [dice.pick([0, 1]), dice.oneIn(2)];
  return {
    run,
    kind,
    wanted: choices[place % choices.length] as Wanted,
    reason: `press ${run} of seed ${seed}.`,
    copies: Array.from({ length: many }, (_, n) => ({
      id: n > 0 && dice.oneIn(2) ? n : 0,
      bot: both ? first + n : first,
    })),
    atOnce: dice.oneIn(2),
  };
};

/** What one press brought about, and what each of its copies was answered. */
export interface Effect {
  readonly kind: Kind;
  readonly answers: readonly Answered[];
  /** The changes that it was about; a form's and a removal's are made by the press itself. */
  readonly changes: readonly {
    readonly state: string;
    readonly events: readonly string[];
    readonly decisions: number;
  }[];
  /** What the vendor was sent for it: the name of each request and its bytes. */
  readonly puts: readonly string[];
}

interface WantedEffect {
  readonly state: string;
  /** Told once by the audit. */
  readonly event: string;
  readonly decisions: number;
  /** Different requests at the vendor. */
  readonly puts: number;
  /** What a copy under a new id may be told, where it is not answered with a card as the first one is. */
  readonly again?: string;
}

const wanted: Readonly<Record<Kind, WantedEffect>> = {
  approve: { state: 'done', event: 'approved', decisions: 1, puts: 1 },
  deny: { state: 'denied', event: 'denied', decisions: 1, puts: 0 },
  cancel: { state: 'cancelled', event: 'cancelled', decisions: 1, puts: 0 },
  submit: { state: 'waiting', event: 'asked', decisions: 0, puts: 0, again: plain('bot.form.sent') },
  remove: { state: 'done', event: 'asked', decisions: 0, puts: 1, again: plain('access.problem.gone') },
};

/** @returns what does not hold, in words */
export const effectViolations = ({ kind, answers, changes, puts }: Effect): string[] => {
  const { state, event, decisions, puts: requests, again } = wanted[kind];
  const [change] = changes;
  const is = (what: string, found: unknown, right: unknown): string[] =>
    found === right ? [] : [`${kind}: ${what}: ${String(found)}, not ${String(right)}`];
  return [
    ...answers.flatMap((answer, n) => {
      const read = readAnswer(answer);
      if (!read) return [`${kind}: copy ${n + 1} got no valid answer: ${answer.status} ${JSON.stringify(answer.body)}`];
      // Nobody refuses the press that won, however late a copy of it comes.
      return 'card' in read || read.words === again ? [] : [`${kind}: copy ${n + 1} was told “${read.words}”`];
    }),
    ...(answers.some((answer) => answer.excused || 'card' in (readAnswer(answer) ?? {}))
      ? []
      : [`${kind}: no copy was answered with a card`]),
    ...is('changes', changes.length, 1),
    ...is('state', change?.state, state),
    ...is(`records of ${event}`, change?.events.filter((one) => one === event).length, 1),
    ...is('decisions', change?.decisions, decisions),
    ...is('different requests at the vendor', new Set(puts).size, requests),
  ];
};

/** A removal says why in words of its own, so that it is never taken for the request. */
export const whyOf = ({ kind, reason }: Redelivery): string => (kind === 'remove' ? `no more: ${reason}` : reason);

export interface Pressed {
  readonly plan: Redelivery;
  readonly answers: readonly Answered[];
}

export const effectsOf = async (cluster: Cluster, pressed: readonly Pressed[]): Promise<Effect[]> => {
  const [{ changes, decisions, audit }, puts] = await Promise.all([cluster.inStore(rowsOf), sentPuts(cluster)]);
  return pressed.map(({ plan, answers }) => {
    const why = whyOf(plan);
    return {
      kind: plan.kind,
      answers,
      changes: changes
        .filter(({ terms_json }) => terms_json.includes(`"${why}"`))
        .map(({ id, state }) => ({
          state,
          events: audit.filter(({ change_id }) => change_id === id).map(({ event }) => event),
          decisions: decisions.filter(({ change_id }) => change_id === id).length,
        })),
      puts: puts.flatMap(({ properties, put }) => (properties.Justification === why ? [put] : [])),
    };
  });
};

const rowsOf = async (db: Db) => ({
  changes: await db.selectFrom('changes').selectAll().execute(),
  decisions: await db.selectFrom('decisions').selectAll().execute(),
  audit: await db.selectFrom('audit').select(['change_id', 'event']).execute(),
});
