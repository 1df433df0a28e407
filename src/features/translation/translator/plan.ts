import {
  chargedCharacters,
  type TranslationText,
  translationLimits,
  writeText,
} from '#cloud/operations/translation.ts';
import type { Profile } from '#cloud/services/profile.ts';
import { applyTerms } from '../glossary/apply-terms.ts';
import type { Term } from '../glossary/term-store.ts';
import { isReadIn } from '../languages/names.ts';
import { cutBlock } from '../message/cut-block.ts';
import type { Block, Part } from '../message/document.ts';
import { writeBlock, writePlain } from '../message/write-block.ts';
import type { Target } from '../translation.ts';
import type { Run } from './context.ts';

/** A text for some target languages: a block, or a part of a long one. */
export interface Segment {
  /** The written block, with which responses are read. */
  readonly body: Block;
  readonly text: TranslationText;
  /** As it is sent, including markup: the translator charges for these characters. */
  readonly written: string;
  readonly textType: 'plain' | 'html';
  /** Detected by the translator when absent. */
  readonly from?: string;
  readonly to: readonly Target[];
}

/** Segments sent together: with one text type, from one language or detected, to the same languages. */
export interface Request {
  readonly segments: readonly Segment[];
  readonly to: readonly Target[];
}

export interface Writing {
  readonly profile: Profile;
  /** As plain text if that is safe, because only plain text has word alignment. */
  readonly alignment: boolean;
}

/** Known facts about a block before it is sent. */
export interface BlockPlan {
  readonly block: Block;
  /** Its certain language: it is not sent for that language. */
  readonly language: string | undefined;
  /** Its source language for a request that needs one because of terms. */
  readonly from: string | undefined;
  /** Whether the request has `from` even without terms. */
  readonly named: boolean;
}

/** The shortest segment that is divided. */
const SHORTEST = 200;

/** The segments of a block, for all languages of the order; languages with the same terms in it share them. */
export const planSegments = async (
  { order, asker, deps, writing }: Run,
  { block, language, from, named }: BlockPlan,
): Promise<readonly Segment[]> => {
  const bodies = new Map<string, { readonly body: Block; readonly to: Target[] }>();
  for (const target of order.to) {
    if (language !== undefined && isReadIn(language, target)) continue;
    const body = withTerms(block, from === undefined ? [] : await deps.terms(asker, from, target.language));
    const key = body === block ? '' : JSON.stringify(body.parts);
    const same = bodies.get(key) ?? { body, to: [] };
    same.to.push(target);
    bodies.set(key, same);
  }
  return [...bodies.values()].flatMap(({ body, to }) =>
    segmentsOf(body, to, named || body !== block ? from : undefined, writing),
  );
};

/** @param from the source language, if the request needs it */
export const segmentsOf = (
  body: Block,
  to: readonly Target[],
  from: string | undefined,
  writing: Writing,
): readonly Segment[] =>
  bySharing(to).flatMap((targets) => {
    const segment = write(body, targets, from, writing);
    return fits(segment) ? [segment] : cut(segment, longestText(targets.length), writing);
  });

/** Languages that may share a request: a request has scripts for all of them or for none (docs/sources.md, Translator). */
const bySharing = (to: readonly Target[]): readonly (readonly Target[])[] => [
  ...Map.groupBy(to, ({ script }) => script !== undefined).values(),
];

const write = (
  body: Block,
  to: readonly Target[],
  from: string | undefined,
  { profile, alignment }: Writing,
): Segment => {
  const plain = alignment ? writePlain(body) : undefined;
  const text = plain ?? writeBlock(body);
  const textType = plain === undefined ? 'html' : 'plain';
  const written = writeText(text, textType, profile);
  return { body, to, text, textType, written, ...(from === undefined ? {} : { from }) };
};

/** Whether it fits into a request; a segment that cannot be split small enough stays in the original. */
export const fits = ({ written, to }: Segment): boolean => written.length <= longestText(to.length);

const cut = ({ body, to, from }: Segment, most: number, writing: Writing): readonly Segment[] =>
  cutBlock(body, most).map((part) => write(part, to, from, writing));

/** Two or more parts of a segment that was too long after all; only the segment if it cannot be divided. */
export const divideSegment = (segment: Segment, writing: Writing): readonly Segment[] => {
  const half = Math.ceil(segment.written.length / 2);
  return half < SHORTEST ? [segment] : cut(segment, half, writing);
};

/** The block with the glossary's terms marked; the block itself if there are none. */
export const withTerms = (block: Block, terms: readonly Term[]): Block => {
  if (terms.length === 0) return block;
  const parts = applyTerms(block.parts, terms);
  return holdsTerm(parts) ? { ...block, parts } : block;
};

const holdsTerm = (parts: readonly Part[]): boolean =>
  parts.some((part) => part.is === 'term' || (part.is === 'mark' && holdsTerm(part.parts)));

/** The parts as people wrote them, before terms were put in. */
export const withoutTerms = (parts: readonly Part[]): readonly Part[] =>
  parts.map((part) => {
    if (part.is === 'mark') return { ...part, parts: withoutTerms(part.parts) };
    return part.is === 'term' ? { is: 'text', text: part.phrase } : part;
  });

/** Characters that the translator charges: each text once for each language. */
export const requestSize = ({ segments, to }: Request): number =>
  chargedCharacters(
    segments.map(({ written }) => written),
    to.length,
  );

/** The longest text for this number of languages at once. */
const longestText = (targets: number): number => Math.floor(translationLimits.characters / targets);

/**
 * Packs the segments into requests in one pass, within both limits and in order.
 * @param segments each fits into a request
 */
export const packRequests = (segments: readonly Segment[]): readonly Request[] =>
  [...Map.groupBy(segments, togetherKey).values()].flatMap((group) => {
    const to = group[0]?.to ?? [];
    const room = longestText(to.length);
    const loads: Segment[][] = [];
    let left = 0;
    for (const segment of group) {
      const size = segment.written.length;
      const load = loads.at(-1);
      if (load === undefined || size > left || load.length === translationLimits.elements) {
        loads.push([segment]);
        left = room - size;
      } else {
        load.push(segment);
        left -= size;
      }
    }
    return loads.map((load) => ({ segments: load, to }));
  });

/** Equal for segments that may share a request. */
const togetherKey = ({ textType, from, to }: Segment): string =>
  JSON.stringify([textType, from ?? null, to.map(({ language, script }) => [language, script ?? null])]);

/** Halves of a request that was too large, by segments or by languages; none if it has only one of each. */
export const halves = ({ segments, to }: Request): readonly Request[] => {
  if (segments.length > 1) return inHalf(segments).map((half) => ({ segments: half, to }));
  return to.length > 1 ? inHalf(to).map((half) => ({ segments, to: half })) : [];
};

const inHalf = <T>(all: readonly T[]): readonly (readonly T[])[] => {
  const middle = Math.ceil(all.length / 2);
  return [all.slice(0, middle), all.slice(middle)];
};
