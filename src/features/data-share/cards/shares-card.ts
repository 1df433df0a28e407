import { escapeMarkdown } from '#platform/lib/text.ts';
import type { Words } from '#platform/texts/texts.ts';
import { type CardJson, defineCard } from '#teams/cards/define-card.ts';
import { type ListView, listView, pageOf } from '#teams/cards/list.ts';
import type { Shared } from '../policy.ts';
import { dataShareVerbs } from '../query.ts';

export const sharesCard = defineCard('shared/list.json', listView);

export const renderShares = (known: readonly Shared[], page: number, words: Words): CardJson =>
  sharesCard.render(viewShares(known, page, words));

/** The shares and share subscriptions that a person may see, each opened by a press. */
export const viewShares = (known: readonly Shared[], page: number, words: Words): ListView => {
  const { rows, more, buttons } = pageOf(known, page, words, (to) => ({
    verb: dataShareVerbs.names,
    data: { page: to },
  }));
  return {
    title: words.markdown('shares.names.title'),
    intro: words.markdown(known.length === 0 ? 'shares.names.none' : 'shares.names.intro'),
    rows: rows.map(({ kind, key, title, account, name }) => ({
      title: escapeMarkdown(title),
      detail: words.markdown('shares.names.detail', { kind, key }),
      note: escapeMarkdown(`${account}/${name}`),
      tone: 'Default',
      opens: { verb: kind === 'share' ? dataShareVerbs.syncs : dataShareVerbs.settings, data: { share: key } },
    })),
    more,
    buttons: [...buttons],
  };
};
