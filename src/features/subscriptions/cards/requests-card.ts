import type { Change } from '#engine/changes/change.ts';
import type { Description } from '#engine/changes/change-kind.ts';
import { escapeMarkdown, type Markdown, NO_TEXT } from '#platform/lib/text.ts';
import type { Words } from '#platform/texts/texts.ts';
import type { CardJson } from '#teams/cards/define-card.ts';
import { type ListRow, listCard, pageOf } from '#teams/cards/list.ts';
import { dateTime } from '#teams/cards/view.ts';

export const subscriptionVerbs = { mine: 'subscriptions.page', all: 'subscriptions.all' } as const;

/** Requests, newest first: the reader's own, or everyone's. */
export interface RequestsPage {
  readonly all: boolean;
  /** From 0. */
  readonly page: number;
}

export interface RequestsView extends RequestsPage {
  readonly changes: readonly Change[];
  /** Whether this person may see everyone's requests. */
  readonly mayAll: boolean;
  describe(change: Change): Promise<Description>;
  /** Whether this person may open its card. */
  mayShow(change: Change): boolean;
}

/** A page of requests, each with its state. */
export const requestsCard = async (view: RequestsView, words: Words): Promise<CardJson> => {
  const { all, page, changes } = view;
  const name = all ? 'everybody' : 'mine';
  const turnTo = (everybody: boolean, to: number) => ({
    verb: subscriptionVerbs[everybody ? 'all' : 'mine'],
    data: { page: to },
  });
  const shown = pageOf(changes, page, words, (to) => turnTo(all, to));
  return listCard.render({
    title: words.markdown(`subscriptions.list.title.${name}`),
    intro: changes.length === 0 ? words.markdown(`subscriptions.list.empty.${name}`) : NO_TEXT,
    rows: await Promise.all(shown.rows.map((change) => toRow(change, view, words))),
    more: shown.more,
    buttons: [
      ...shown.buttons,
      ...(view.mayAll
        ? [{ title: words.plain(`subscriptions.list.${all ? 'toMine' : 'toAll'}`), ...turnTo(!all, 0) }]
        : []),
    ],
  });
};

const toRow = async (change: Change, { all, describe, mayShow }: RequestsView, words: Words): Promise<ListRow> => {
  const { title, headline } = await describe(change);
  const state = headline?.text ?? words.markdown(`changes.stateName.${change.state}`);
  const who = all ? `${escapeMarkdown(change.requester.name)} · ` : '';
  return {
    title,
    detail: `${who}${change.ref} · ${state}` as Markdown,
    note: `${words.markdown('requests.asked')} ${dateTime(change.createdAt)}` as Markdown,
    tone: 'Default',
    ...(mayShow(change) ? { opens: { verb: 'change.show', data: { change: change.id } } } : {}),
  };
};
