import { type CardJson, defineCard } from '../../cards/define-card.ts';
import { type ListView, listView, PAGE_ROWS } from '../../cards/list.ts';
import { escapeMarkdown } from '../../lib/text.ts';
import type { Words } from '../../texts/texts.ts';
import { NONE } from './say.ts';
import type { Shared } from './section.ts';
import { sharesVerbs } from './verbs.ts';

export const namesCard = defineCard('shared/list.json', listView);

export const renderNames = (known: readonly Shared[], words: Words): CardJson =>
  namesCard.render(viewNames(known, words));

/** What somebody may look at: shares and what is received, each with its button. */
export const viewNames = (known: readonly Shared[], words: Words): ListView => {
  const shown = known.slice(0, PAGE_ROWS);
  const left = known.length - shown.length;
  return {
    title: words.markdown('shares.names.title'),
    intro: words.markdown(known.length === 0 ? 'shares.names.none' : 'shares.names.intro'),
    rows: shown.map(({ kind, key, title, account, name }) => ({
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
    more: left > 0 ? words.markdown('shares.names.more', { count: left }) : NONE,
    buttons: [],
  };
};
