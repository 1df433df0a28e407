import type { CardLine } from '../message/card-view.ts';
import { bytesOf, splitLine } from './split-line.ts';

/** Lines under one heading: a translation, or the original. */
export interface Part<H> {
  readonly heading: H;
  readonly lines: readonly CardLine[];
}

/** What of a part stands on a page. */
export interface PagePart<H> extends Part<H> {
  /** It began on a page before. */
  readonly continued: boolean;
  /** Its last line stands here: what is said of the whole part comes now. */
  readonly ends: boolean;
}

/** What the lines of a page may take; the rest of a message is headings, notes, buttons and what carries it. */
const MOST_BYTES = 18 * 1024;
/** Of each heading with its notes. */
const HEADING_BYTES = 1_024;

/** Spreads the parts over pages, in order; every part has a place, though it has no lines. */
export const pagesOf = <H>(parts: readonly Part<H>[]): readonly (readonly PagePart<H>[])[] => {
  const pages: PagePart<H>[][] = [[]];
  let room = MOST_BYTES;
  const open = (part: PagePart<H>): void => void pages.at(-1)?.push(part);
  const turn = (): void => {
    pages.push([]);
    room = MOST_BYTES;
  };
  for (const { heading, lines } of parts) {
    if (room < 2 * HEADING_BYTES) turn();
    room -= HEADING_BYTES;
    let held: CardLine[] = [];
    let continued = false;
    for (const line of lines.flatMap(splitLine)) {
      const bytes = bytesOf(line);
      if (bytes > room && held.length + (pages.at(-1)?.length ?? 0) > 0) {
        if (held.length > 0) open({ heading, lines: held, continued, ends: false });
        continued ||= held.length > 0;
        held = [];
        turn();
        room -= HEADING_BYTES;
      }
      held.push(line);
      room -= bytes;
    }
    open({ heading, lines: held, continued, ends: true });
  }
  return pages;
};
