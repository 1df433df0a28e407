import type { CardJson } from '../../../cards/define-card.ts';
import { type ListButton, listCard, PAGE_ROWS } from '../../../cards/list.ts';
import { formatDuration } from '../../../lib/duration.ts';
import { escapeMarkdown, type Markdown } from '../../../lib/text.ts';
import type { Words } from '../../../texts/texts.ts';
import { offerValue } from '../offer.ts';
import type { OfferedRole } from '../roles.ts';

/** A page of roles to ask for, each with the button that asks. */
export const rolesCard = (
  roles: readonly OfferedRole[],
  page: number,
  turnTo: (page: number, title: string) => ListButton,
  words: Words,
): CardJson => {
  const pages = Math.ceil(roles.length / PAGE_ROWS);
  return listCard.render({
    title: words.markdown('access.roles.title'),
    intro: words.markdown(roles.length === 0 ? 'access.form.nothing' : 'access.roles.intro'),
    rows: roles.slice(page * PAGE_ROWS, (page + 1) * PAGE_ROWS).map((role) => ({
      title: words.markdown('access.form.offer', { role: role.role.title, place: role.place.title }),
      detail: escapeMarkdown(role.about),
      note: noteOf(role, words),
      tone: role.exists ? 'Default' : 'Warning',
      buttons: role.exists
        ? [{ title: words.plain('access.roles.ask'), verb: 'access.ask', data: { what: offerValue(role) } }]
        : [],
    })),
    more:
      pages > 1 ? words.markdown('access.list.page', { page: page + 1, pages, count: roles.length }) : ('' as Markdown),
    buttons: [
      ...(page > 0 ? [turnTo(page - 1, words.plain('access.list.previous'))] : []),
      ...(page + 1 < pages ? [turnTo(page + 1, words.plain('access.list.next'))] : []),
    ],
  });
};

const noteOf = ({ exists, role: { max } }: OfferedRole, words: Words): Markdown => {
  if (!exists) return words.markdown('access.roles.unknown');
  return max === undefined
    ? ('' as Markdown)
    : words.markdown('access.roles.max', { max: formatDuration(max, words.spoken) });
};
