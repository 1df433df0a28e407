import { formatDuration } from '#platform/lib/duration.ts';
import { escapeMarkdown, type Markdown, NO_TEXT } from '#platform/lib/text.ts';
import type { Words } from '#platform/texts/texts.ts';
import type { CardJson } from '#teams/cards/define-card.ts';
import { type ListButton, listCard, pageOf } from '#teams/cards/list.ts';
import { choiceValue, type DescribedRole } from '../requestable.ts';

/** A page of requestable roles, each with its request button. */
export const rolesCard = (
  roles: readonly DescribedRole[],
  page: number,
  turnTo: (page: number) => Omit<ListButton, 'title'>,
  words: Words,
): CardJson => {
  const { rows, more, buttons } = pageOf(roles, page, words, turnTo);
  return listCard.render({
    title: words.markdown('access.roles.title'),
    intro: words.markdown(roles.length === 0 ? 'access.form.nothing' : 'access.roles.intro'),
    rows: rows.map((role) => ({
      title: words.markdown('access.form.offer', { role: role.role.title, place: role.place.title }),
      detail: escapeMarkdown(role.about),
      note: noteOf(role, words),
      tone: role.exists ? 'Default' : 'Warning',
      buttons: role.exists
        ? [{ title: words.plain('access.roles.ask'), verb: 'access.ask', data: { what: choiceValue(role) } }]
        : [],
    })),
    more,
    buttons: [...buttons],
  });
};

const noteOf = ({ exists, role: { max } }: DescribedRole, words: Words): Markdown => {
  if (!exists) return words.markdown('access.roles.unknown');
  return max === undefined
    ? NO_TEXT
    : words.markdown('access.roles.max', { max: formatDuration(max, words.formatLocale) });
};
