import type { Understanding } from '../../src/bot/understanding/understanding.ts';
import { policyWith } from '../../test/support/shipped-policy.ts';
import { newUnderstanding } from '../../test/support/understanding.ts';
import type { Proof } from '../proof.ts';
import { measure, type Result, readCorpus } from './measure.ts';

/** What must hold of the phrases that were kept apart. */
const LEAST_ONCE = 80;
const LEAST_OFFERED = 95;
const MOST_MS = 2;

interface Figures {
  readonly once: number;
  readonly offered: number;
  readonly mistaken: number;
  readonly destructive: number;
  readonly untyped: number;
  readonly p50: number;
  readonly p99: number;
}

const percent = (some: number, all: number): number => Math.round((some / Math.max(1, all)) * 1_000) / 10;

const figuresOf = (results: readonly Result[]): Figures => {
  const times = results.map(({ ms }) => ms).toSorted((a, b) => a - b);
  const count = (is: (result: Result) => boolean): number => results.filter(is).length;
  const at = (part: number): number => times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0;
  return {
    once: percent(
      count(({ once }) => once),
      results.length,
    ),
    offered: percent(
      count(({ offered }) => offered),
      results.length,
    ),
    mistaken: count(({ mistaken }) => mistaken),
    destructive: count(({ destructive }) => destructive),
    untyped: count(({ typed }) => !typed),
    p50: at(0.5),
    p99: at(0.99),
  };
};

const isExact = ({ style }: Result): boolean => style === 'exact';

const line = (name: string, results: readonly Result[]): string => {
  const { once, offered, mistaken, destructive, p50, p99 } = figuresOf(results);
  return `\n  ${name.padEnd(24)}${results.length} phrases: ${once} % right at once, ${offered} % at once or offered, ${mistaken} at once and wrong, ${destructive} destructive, p50 ${p50.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms`;
};

const byStyle = (results: readonly Result[]): string =>
  [...Map.groupBy(results, ({ style }) => style)]
    .map(
      ([style, some]) =>
        `${style} ${percent(some.filter(({ once }) => once).length, some.length)}/${percent(some.filter(({ offered }) => offered).length, some.length)}`,
    )
    .join(', ');

/** What a set of figures lacks. */
export const shortcomings = ({ once, offered, destructive, untyped, p99 }: Figures): readonly string[] => [
  ...(once < LEAST_ONCE ? [`${once} % right at once, not ${LEAST_ONCE}`] : []),
  ...(offered < LEAST_OFFERED ? [`${offered} % right at once or offered, not ${LEAST_OFFERED}`] : []),
  ...(destructive > 0 ? [`${destructive} destructive readings that nobody asked for`] : []),
  ...(untyped > 0 ? [`${untyped} readings are no commands`] : []),
  ...(p99 >= MOST_MS ? [`99 of 100 phrases take ${p99} ms`] : []),
];

/**
 * The phrases of the corpus against their meanings. Of those that were kept apart it prints figures and nothing else: whoever
 * reads a phrase that failed builds for it.
 */
export const prove = (understanding: Understanding): Proof => ({
  name: 'understanding',
  says: 'of the phrases that were kept apart enough are understood, and nothing is taken away that nobody asked to end',
  runs: 1_000,
  async prove({ runs, complain, tell }) {
    const policy = policyWith();
    const all = (['built-with', 'kept-apart'] as const).map((name) => ({ name, phrases: readCorpus(name) }));
    for (const { phrases } of all)
      for (const phrase of phrases.slice(0, 50))
        understanding.read({ text: phrase.text, people: [], policy, now: 0, zone: 'UTC' });
    const measured = all.map(({ name, phrases }) => ({
      name,
      results: phrases.map((phrase) => measure(understanding, policy, phrase)),
    }));
    for (const { name, results } of measured) {
      tell?.(
        `${line(name, results)}${line('  typed exactly', results.filter(isExact))}${line(
          '  in other words',
          results.filter((result) => !isExact(result)),
        )}\n  by style: ${byStyle(results)}`,
      );
    }
    const apart = measured.find(({ name }) => name === 'kept-apart')?.results ?? [];
    for (const words of shortcomings(figuresOf(apart))) complain({ run: 1, at: 'kept apart', words });
    return Math.max(runs, measured.flatMap(({ results }) => results).length);
  },
});

export const understanding: Proof = prove(newUnderstanding());
