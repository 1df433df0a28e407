import { cut } from '../../lib/text.ts';
import type { Seen } from './detect.ts';
import { applyTerms } from './glossary/apply-terms.ts';
import { wordsOf } from './message/blocks.ts';
import type { Block } from './message/document.ts';
import { coursesOf, holdsTerm } from './plan.ts';
import type { KnownText } from './translate-deps.ts';
import type { Work } from './work.ts';

type Detected = KnownText['detected'];

/** So many letters tell a language; the vendor has nothing that only detects (document 3, Endpoints). */
const SAMPLE = 200;

/**
 * What the translator takes those blocks to be in that terms of the glossary may occur in, and of which we are not sure
 * ourselves: the dictionary needs the language (document 3, rule 3). Asked with the beginning of each, in one language.
 */
export const sampleLanguages = async (
  work: Work,
  blocks: readonly Block[],
  seen: readonly (Seen | undefined)[],
  suggestedFrom: string | undefined,
  guessing: boolean,
): Promise<ReadonlyMap<Block, Detected>> => {
  const { order, translator, writing } = work;
  const [target] = order.to;
  if (order.from !== undefined || target === undefined) return new Map();
  const samples = new Map<Block, ReturnType<typeof sampleOf>>();
  for (const [index, block] of blocks.entries()) {
    if ((seen[index]?.sure && guessing) || !(await mayHoldTerm(work, block))) continue;
    samples.set(block, sampleOf(block, target.language, writing));
  }
  const pieces = [...samples.values()].flat();
  if (pieces.length === 0) return new Map();
  const answered = await translator.ask(pieces, suggestedFrom);
  return new Map(
    [...samples].map(([block, [piece]]) => {
      const [answer] = piece ? [...(answered.get(piece)?.values() ?? [])].flat() : [];
      return [block, answer?.known?.detected] as const;
    }),
  );
};

const sampleOf = ({ role, parts }: Block, language: string, writing: Work['writing']) => {
  const sample: Block = { role, parts: [{ is: 'text', text: cut(wordsOf(parts), SAMPLE) }] };
  return coursesOf(sample, [{ language }], undefined, writing).flatMap(({ pieces }) => pieces);
};

const mayHoldTerm = async ({ order, asker, deps }: Work, { parts }: Block): Promise<boolean> => {
  for (const { language } of order.to) {
    if (holdsTerm(applyTerms(parts, await deps.terms(asker, undefined, language)))) return true;
  }
  return false;
};
