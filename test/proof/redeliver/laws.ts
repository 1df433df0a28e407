import { type Answered, readAnswer } from '../door.ts';
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
}

const wanted: Readonly<Record<Kind, Wanted>> = {
  approve: { state: 'done', event: 'approved', decisions: 1, puts: 1 },
  deny: { state: 'denied', event: 'denied', decisions: 1, puts: 0 },
  cancel: { state: 'cancelled', event: 'cancelled', decisions: 1, puts: 0 },
  submit: { state: 'waiting', event: 'asked', decisions: 0, puts: 0 },
  remove: { state: 'done', event: 'asked', decisions: 0, puts: 1 },
};

/** @returns what does not hold, in words */
export const brokenEffectLaws = ({ kind, answers, changes, puts }: Effect): string[] => {
  const { state, event, decisions, puts: requests } = wanted[kind];
  const [change] = changes;
  const is = (what: string, found: unknown, right: unknown): string[] =>
    found === right ? [] : [`${kind}: ${what}: ${String(found)}, not ${String(right)}`];
  return [
    ...answers.flatMap((answer, n) =>
      readAnswer(answer)
        ? []
        : [`${kind}: copy ${n + 1} got no valid answer: ${answer.status} ${JSON.stringify(answer.body)}`],
    ),
    ...is('changes', changes.length, 1),
    ...is('state', change?.state, state),
    ...is(`records of ${event}`, change?.events.filter((one) => one === event).length, 1),
    ...is('decisions', change?.decisions, decisions),
    ...is('different requests at the vendor', new Set(puts).size, requests),
  ];
};
