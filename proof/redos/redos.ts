import { shuffled } from '../lib/dice.ts';
import type { Proof } from '../proof.ts';
import { builtPatterns, MOST_CPU_MS, measure, type Outcome } from './measuring.ts';
import { literals, type Pattern, placeOf } from './pattern-sources.ts';

/** More than vendors' answers and people's messages are mostly made of; each pattern stays linear beyond it. */
const LETTERS = 1_000_000;
/** Processor time of one use of a pattern. */
const MOST_MS = 50;
/** Twice the text may take little more than twice as long; from so many milliseconds on that can be told. */
const MOST_GROWTH = 4;
const TELLING_MS = 20;

/** All patterns of the source, each once: the literals, and those that are built while it runs. */
export const allPatterns = async (): Promise<Pattern[]> => {
  const all = [...literals(), ...(await builtPatterns())];
  return [...new Map(all.reverse().map((one) => [`/${one.source}/${one.flags}`, one])).values()].reverse();
};

/** What is wrong with a pattern, in words; undefined where nothing is. */
export const faultOf = (outcome: Outcome): string | undefined => {
  if (outcome.is === 'stopped') return `never ended on ${JSON.stringify(outcome.attack)}`;
  const { attack, letters, cpuMs, growth } = outcome.reading;
  const figures = `${Math.round(cpuMs)} ms for ${letters} letters of ${JSON.stringify(attack)}`;
  if (cpuMs > MOST_MS) return `takes ${figures}`;
  if (cpuMs > TELLING_MS && growth > MOST_GROWTH)
    return `grows ${growth.toFixed(1)} times for twice the text: ${figures}`;
  return undefined;
};

/** Measures patterns with texts up to so many letters. @returns what is wrong with each, in words */
export async function* faultsIn(
  patterns: Iterable<Pattern>,
  {
    letters,
    seed,
    mostCpuMs = MOST_CPU_MS,
  }: { readonly letters: number; readonly seed: number; readonly mostCpuMs?: number },
): AsyncGenerator<{ readonly pattern: Pattern; readonly fault: string | undefined }> {
  const questions = (function* () {
    for (const pattern of patterns) yield { pattern, letters, seed, enoughMs: MOST_MS };
  })();
  for await (const outcome of measure(questions, mostCpuMs, (one) => faultOf(one) !== undefined))
    yield { pattern: outcome.pattern, fault: faultOf(outcome) };
}

/** No text makes a pattern of ours slow. A run is one pattern; those beyond the last begin anew, with other texts by chance. */
export const redos: Proof = {
  name: 'redos',
  says: 'no text makes a pattern of the source slow',
  runs: 1_000,
  async prove({ runs, seed, complain, tell }) {
    const patterns = shuffled(await allPatterns(), seed);
    let made = 0;
    while (made < runs) {
      const some = patterns.slice(0, runs - made);
      for await (const { pattern, fault } of faultsIn(some, { letters: LETTERS, seed: seed + made })) {
        made += 1;
        const words = `/${pattern.source}/${pattern.flags} ${fault}`;
        if (fault !== undefined) complain({ run: made, at: placeOf(pattern), words });
      }
    }
    tell?.(`${patterns.length} patterns`);
    return made;
  },
};
