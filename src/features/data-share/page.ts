import { type ListButton, PAGE_ROWS } from '../../cards/list.ts';
import type { Markdown } from '../../lib/text.ts';
import type { Words } from '../../texts/texts.ts';
import { NONE } from './format.ts';

interface Page<T> {
  readonly rows: readonly T[];
  /** Which one it is, where there are several. */
  readonly more: Markdown;
  readonly buttons: ListButton[];
}

/**
 * A page of a list, with the buttons to the ones beside it.
 * @param page from 0; beyond the last one the last one is shown
 * @param press what the button that turns to a page carries
 */
export const pageOf = <T>(
  all: readonly T[],
  page: number,
  words: Words,
  press: (to: number) => Omit<ListButton, 'title'>,
): Page<T> => {
  const pages = Math.max(1, Math.ceil(all.length / PAGE_ROWS));
  const at = Math.min(page, pages - 1);
  const turnTo = (to: number, name: 'previous' | 'next') => ({
    title: words.plain(`shares.button.${name}`),
    ...press(to),
  });
  return {
    rows: all.slice(at * PAGE_ROWS, (at + 1) * PAGE_ROWS),
    more: pages > 1 ? words.markdown('shares.syncs.page', { page: at + 1, pages, count: all.length }) : NONE,
    buttons: [...(at > 0 ? [turnTo(at - 1, 'previous')] : []), ...(at + 1 < pages ? [turnTo(at + 1, 'next')] : [])],
  };
};
