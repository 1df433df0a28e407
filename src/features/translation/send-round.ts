import type { Answer } from './deliver.ts';
import { sameLanguage, usualScript } from './detect.ts';
import { applyTerms } from './glossary/apply-terms.ts';
import type { Block } from './message/document.ts';
import type { Target } from './order.ts';
import { type Course, coursesOf, fits, holdsTerm, type Piece } from './plan.ts';
import type { TranslateDeps } from './translate-deps.ts';
import type { Work } from './work.ts';

/** A block on its way to the translator. */
export interface Way {
  readonly block: Block;
  /** What it is surely in: for that language it is not sent. */
  readonly language: string | undefined;
  /** What the translator is told that it is in, where it must be told: terms need it. */
  readonly from: string | undefined;
  /** It is told so in any case. */
  readonly named: boolean;
}

/** By block, then by language: what the pieces were answered, in their order; nothing for a language that it is in. */
export type Round = ReadonlyMap<Way, ReadonlyMap<Target, readonly Answer<Piece>[]>>;

/** Blocks to all languages of the order, as many texts and languages together as the limits and the terms allow. */
export const sendRound = async (
  work: Work,
  ways: readonly Way[],
  suggestedFrom: string | undefined,
  progress: TranslateDeps['progress'],
): Promise<Round> => {
  const courses = new Map<Way, readonly Course[]>();
  for (const way of ways) courses.set(way, await coursesFor(work, way));
  const pieces = [...courses.values()].flat().flatMap((course) => course.pieces.filter(fits));
  const answered = await work.translator.ask(pieces, suggestedFrom, progress);

  const answersOf = ({ pieces }: Course, target: Target): readonly Answer<Piece>[] =>
    pieces.flatMap((piece) => answered.get(piece)?.get(target) ?? [{ piece, known: undefined }]);

  return new Map(
    [...courses].map(([way, own]) => [
      way,
      new Map(own.flatMap((course) => course.to.map((target) => [target, answersOf(course, target)] as const))),
    ]),
  );
};

/** Written in the language of its reader already; another script than the usual one is something to do all the same. */
export const isIn = (language: string, target: Target): boolean =>
  sameLanguage(language, target.language) &&
  (target.script === undefined || target.script === usualScript(target.language));

/** Languages in which the glossary says nothing, or the same, go together. */
const coursesFor = async ({ order, asker, deps, writing }: Work, way: Way): Promise<readonly Course[]> => {
  const { block, language, from, named } = way;
  const bodies = new Map<string, { readonly body: Block; readonly to: Target[] }>();
  for (const target of order.to) {
    if (language !== undefined && isIn(language, target)) continue;
    const terms = from === undefined ? [] : await deps.terms(asker, from, target.language);
    const parts = applyTerms(block.parts, terms);
    const body = holdsTerm(parts) ? { ...block, parts } : block;
    const key = body === block ? '' : JSON.stringify(parts);
    const alike = bodies.get(key) ?? { body, to: [] };
    alike.to.push(target);
    bodies.set(key, alike);
  }
  return [...bodies.values()].flatMap(({ body, to }) =>
    coursesOf(body, to, named || body !== block ? from : undefined, writing),
  );
};
