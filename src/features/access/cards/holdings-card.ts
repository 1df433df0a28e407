import type { CardJson } from '../../../cards/define-card.ts';
import { type ListButton, type ListRow, listCard, PAGE_ROWS } from '../../../cards/list.ts';
import { date, dateTime } from '../../../cards/view.ts';
import { escapeMarkdown, type Markdown } from '../../../lib/text.ts';
import type { Words } from '../../../texts/texts.ts';
import type { Holding } from '../holdings.ts';

/** Ends within this many milliseconds are marked. */
const SOON_MS = 3 * 86_400_000;

export interface HoldingsPage {
  readonly title: Markdown;
  readonly empty: Markdown;
  readonly holdings: readonly Holding[];
  /** From 0. */
  readonly page: number;
  /** Whose they are is said in each row, or goes without saying. */
  readonly showPerson: boolean;
  readonly now: number;
  readonly buttons: readonly ListButton[];
  /** The button that leads to another page. */
  turnTo(page: number, title: string): ListButton;
}

/** A page of eligibilities: role and place, until when, and how it is held. */
export const holdingsCard = (view: HoldingsPage, words: Words): CardJson => {
  const { holdings, page } = view;
  const shown = holdings.slice(page * PAGE_ROWS, (page + 1) * PAGE_ROWS);
  const pages = Math.ceil(holdings.length / PAGE_ROWS);
  return listCard.render({
    title: view.title,
    intro: holdings.length === 0 ? view.empty : ('' as Markdown),
    rows: shown.map((holding) => toRow(holding, view, words)),
    more:
      pages > 1
        ? words.markdown('access.list.page', { page: page + 1, pages, count: holdings.length })
        : ('' as Markdown),
    buttons: [
      ...(page > 0 ? [view.turnTo(page - 1, words.plain('access.list.previous'))] : []),
      ...(page + 1 < pages ? [view.turnTo(page + 1, words.plain('access.list.next'))] : []),
      ...view.buttons,
    ],
  });
};

const toRow = (holding: Holding, view: HoldingsPage, words: Words): ListRow => {
  const { person, role, place, end } = holding;
  const what = words.markdown('access.form.offer', { role: role.title, place: place.title });
  const soon = end !== undefined && end - view.now < SOON_MS;
  return {
    title: view.showPerson ? escapeMarkdown(person.name) : what,
    detail: view.showPerson ? what : ('' as Markdown),
    note: `${windowWords(holding, view.now, words)} · ${howHeld(holding, words)}` as Markdown,
    tone: soon ? 'Warning' : 'Default',
    buttons: [],
  };
};

const howHeld = ({ held, through }: Holding, words: Words): Markdown =>
  words.markdown(`access.held.${held}`, { through });

const windowWords = ({ start, end }: Holding, now: number, words: Words): Markdown => {
  const until =
    end === undefined
      ? words.markdown('access.standing.always')
      : `${words.markdown('access.standing.until')} ${date(end)}`;
  const later =
    start !== undefined && start > now ? ` · ${words.markdown('access.window.from')} ${dateTime(start)}` : '';
  return `${until}${later}` as Markdown;
};
