import { type Markdown, NO_TEXT } from '#platform/lib/text.ts';
import type { Words } from '#platform/texts/texts.ts';
import { type ListButton, PAGE_ROWS } from './list.ts';

/** One page of a longer list, for a list card. */
export interface ListPage<T> {
  /** Number of the page, from 0. */
  readonly page: number;
  readonly rows: readonly T[];
  /** "Page 2 of 3 · 25 in all"; empty if there is only one page. */
  readonly more: Markdown;
  /** Previous and Next, if there are such pages. */
  readonly buttons: readonly ListButton[];
}

/**
 * Splits a list into pages. A list may have shrunk since its card was posted: beyond the last page, the last page is shown.
 * @param page from 0
 * @param turnTo the data of the button to a page
 * @param size rows on a page
 */
export const pageOf = <T>(
  all: readonly T[],
  page: number,
  words: Words,
  turnTo: (page: number) => Omit<ListButton, 'title'>,
  size: number = PAGE_ROWS,
): ListPage<T> => {
  const pages = Math.max(1, Math.ceil(all.length / size));
  const shown = Math.min(Math.max(page, 0), pages - 1);
  const button = (title: 'previous' | 'next', to: number): ListButton => ({
    title: words.plain(title === 'next' ? 'cards.list.next' : 'cards.list.previous'),
    ...turnTo(to),
  });
  return {
    page: shown,
    rows: all.slice(shown * size, (shown + 1) * size),
    more: pages > 1 ? words.markdown('cards.list.page', { page: shown + 1, pages, count: all.length }) : NO_TEXT,
    buttons: [
      ...(shown > 0 ? [button('previous', shown - 1)] : []),
      ...(shown + 1 < pages ? [button('next', shown + 1)] : []),
    ],
  };
};
