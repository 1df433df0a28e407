import {
  chargedCharacters,
  type TranslationText,
  translationLimits,
  writeText,
} from '../../../api/operations/translation.ts';
import type { Profile } from '../../../api/services/profile.ts';
import { cutBlock } from '../message/cut-block.ts';
import type { Block, Part } from '../message/document.ts';
import { writePlain } from '../message/plain-block.ts';
import { writeBlock } from '../message/write-block.ts';
import type { Target } from '../translation.ts';

/** A block, or a piece of a long one, as it goes to some languages. */
export interface Piece extends Item {
  /** The very block that is written: its answer is read against it. */
  readonly body: Block;
}

/** What one block becomes on its way to the languages that have the same terms in it. */
export interface Course {
  readonly to: readonly Target[];
  /** In order; they make up the block. */
  readonly pieces: readonly Piece[];
}

export interface Writing {
  readonly profile: Profile;
  /** As plain text where that is safe, since only that has word alignment. */
  readonly curious: boolean;
}

/** A piece shorter than this is not divided any more. */
const SHORTEST = 200;

/** Languages that may share a request: scripts are named for all of them or for none (document 3, toScript). */
const sharing = (to: readonly Target[]): readonly (readonly Target[])[] => [
  ...Map.groupBy(to, ({ script }) => script !== undefined).values(),
];

/** @param from the source language, where the request has to name it */
export const coursesOf = (
  body: Block,
  to: readonly Target[],
  from: string | undefined,
  writing: Writing,
): readonly Course[] =>
  sharing(to).map((targets) => ({ to: targets, pieces: fitting(write(body, targets, from, writing), writing) }));

const write = (body: Block, to: readonly Target[], from: string | undefined, { profile, curious }: Writing): Piece => {
  const plain = curious ? writePlain(body) : undefined;
  const text = plain ?? writeBlock(body);
  const textType = plain === undefined ? 'html' : 'plain';
  return {
    body,
    to,
    text,
    textType,
    written: writeText(text, textType, profile),
    ...(from === undefined ? {} : { from }),
  };
};

/** Whether a request can hold it; what can't be cut small enough stays in the original. */
export const fits = ({ written, to }: Piece): boolean => written.length <= longestText(to.length);

const fitting = (piece: Piece, writing: Writing): readonly Piece[] =>
  fits(piece) ? [piece] : cut(piece, longestText(piece.to.length), writing);

const cut = ({ body, to, from }: Piece, most: number, writing: Writing): readonly Piece[] =>
  cutBlock(body, most).map((part) => write(part, to, from, writing));

/** Two halves and more of a piece that was too long after all; the piece alone where it can't be divided. */
export const dividePiece = (piece: Piece, writing: Writing): readonly Piece[] => {
  const half = Math.ceil(piece.written.length / 2);
  return half < SHORTEST ? [piece] : cut(piece, half, writing);
};

export const holdsTerm = (parts: readonly Part[]): boolean =>
  parts.some((part) => part.is === 'term' || (part.is === 'mark' && holdsTerm(part.parts)));

/** As people wrote it, before terms were put in. */
export const withoutTerms = (parts: readonly Part[]): readonly Part[] =>
  parts.map((part) => {
    if (part.is === 'mark') return { ...part, parts: withoutTerms(part.parts) };
    return part.is === 'term' ? { is: 'text', text: part.phrase } : part;
  });

/** One text, and the languages that it goes to as it stands. */
export interface Item {
  readonly text: TranslationText;
  /** As it goes over the wire, markup included: what counts. */
  readonly written: string;
  readonly textType: 'plain' | 'html';
  /** Detected by the translator when absent. */
  readonly from?: string;
  readonly to: readonly Target[];
}

/** Texts that go out together: of one form, from one language or detected, to the same languages. */
export interface Request<I extends Item = Item> {
  readonly items: readonly I[];
  readonly to: readonly Target[];
}

/** Characters that the translator counts: each text once for each language. */
export const requestSize = ({ items, to }: Request): number =>
  chargedCharacters(
    items.map(({ written }) => written),
    to.length,
  );

/** The longest text that still goes to so many languages at once. */
export const longestText = (targets: number): number => Math.floor(translationLimits.characters / targets);

/**
 * As few requests as a single pass makes, none over either limit, the texts in their order.
 * @param items none longer than `longestText`
 */
export const packRequests = <I extends Item>(items: readonly I[]): readonly Request<I>[] =>
  [...Map.groupBy(items, together).values()].flatMap((alike) => {
    const to = alike[0]?.to ?? [];
    const room = longestText(to.length);
    const loads: I[][] = [];
    let left = 0;
    for (const item of alike) {
      const size = item.written.length;
      const load = loads.at(-1);
      if (load === undefined || size > left || load.length === translationLimits.elements) {
        loads.push([item]);
        left = room - size;
      } else {
        load.push(item);
        left -= size;
      }
    }
    return loads.map((load) => ({ items: load, to }));
  });

/** What a request that was too much falls into: half of the texts each, of one text half of the languages; else nothing. */
export const halves = <I extends Item>({ items, to }: Request<I>): readonly Request<I>[] => {
  if (items.length > 1) return inHalf(items).map((half) => ({ items: half, to }));
  return to.length > 1 ? inHalf(to).map((half) => ({ items, to: half })) : [];
};

/** Scripts are named for all languages of a request or for none (document 3, toScript). */
const together = ({ textType, from, to }: Item): string =>
  JSON.stringify([textType, from ?? null, to.map(({ language, script }) => [language, script ?? null])]);

const inHalf = <T>(all: readonly T[]): readonly (readonly T[])[] => {
  const middle = Math.ceil(all.length / 2);
  return [all.slice(0, middle), all.slice(middle)];
};
