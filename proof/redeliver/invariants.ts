import { plain } from '../../test/support/story.ts';
import { type Answered, readAnswer } from '../direct-client.ts';
import type { Kind } from './plan.ts';

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

interface Wanted {
  readonly state: string;
  /** Told once by the audit. */
  readonly event: string;
  readonly decisions: number;
  /** Different requests at the vendor. */
  readonly puts: number;
  /** What a copy under a new id may be told, where it is not answered with a card as the first one is. */
  readonly again?: string;
}

const wanted: Readonly<Record<Kind, Wanted>> = {
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
