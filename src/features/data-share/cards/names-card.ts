import { type CardJson, defineCard } from '../../../cards/define-card.ts';
import { type ListView, listView } from '../../../cards/list.ts';
import { escapeMarkdown } from '../../../lib/text.ts';
import type { Words } from '../../../texts/texts.ts';
import { pageOf } from '../page.ts';
import type { Shared } from '../policy.ts';
import { sharesVerbs } from '../verbs.ts';

export const namesCard = defineCard('shared/list.json', listView);

export const renderNames = (known: readonly Shared[], page: number, words: Words): CardJson =>
  namesCard.render(viewNames(known, page, words));

/** What somebody may look at: shares and what is received, each with its button. */
export const viewNames = (known: readonly Shared[], page: number, words: Words): ListView => {
  const { rows, ...turning } = pageOf(known, page, words, (to) => ({ verb: sharesVerbs.names, data: { page: to } }));
  return {
    title: words.markdown('shares.names.title'),
    intro: words.markdown(known.length === 0 ? 'shares.names.none' : 'shares.names.intro'),
    rows: rows.map(({ kind, key, title, account, name }) => ({
      title: escapeMarkdown(title),
      detail: words.markdown('shares.names.detail', { kind, key }),
      note: escapeMarkdown(`${account}/${name}`),
      tone: 'Default',
      buttons: [
        {
          title: words.plain('shares.button.show'),
          verb: kind === 'share' ? sharesVerbs.syncs : sharesVerbs.settings,
          data: { share: key },
        },
      ],
    })),
    ...turning,
  };
};
