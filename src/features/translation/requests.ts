import { chargedCharacters, type TranslationText, translationLimits } from '../../api/operations/translation.ts';
import type { Target } from './order.ts';

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
