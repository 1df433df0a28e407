import { escapeMarkdown, type Markdown } from '#platform/lib/text.ts';
import type { Words } from '#platform/texts/texts.ts';
import type { CardJson } from '#teams/cards/define-card.ts';
import { type ListRow, listCard, pageOf } from '#teams/cards/list.ts';
import { toneStyle } from '#teams/cards/view.ts';
import { groupStateText } from '../facts.ts';
import { type KnownGroup, knownGroups, type ReadContext, tryReadGroup } from '../group-lookup.ts';
import type { ContainerPlace } from '../policy.ts';
import { containerVerbs } from '../terms.ts';
import { stateOf, toneOf } from './group-card.ts';

/** The known groups, at one place or at all, each with its state. @param page from 0 */
export const renderGroups = async (
  context: ReadContext,
  place: ContainerPlace | undefined,
  page: number,
): Promise<CardJson> => {
  const { services, words } = context;
  const known = (await knownGroups(services.policy.current(), services.changes)).filter(
    (one) => place === undefined || one.place.key === place.key,
  );
  const turnTo = (to: number) => ({
    verb: containerVerbs.list,
    data: { ...(place ? { place: place.key } : {}), page: to },
  });
  const shown = pageOf(known, page, words, turnTo);
  return listCard.render({
    title: titleOf(place, words),
    intro: words.markdown(known.length === 0 ? 'containers.list.empty' : 'containers.list.intro'),
    rows: await Promise.all(shown.rows.map((which) => toRow(context, which))),
    more: shown.more,
    buttons: [
      ...shown.buttons,
      ...(known.length > 0 ? [{ title: words.plain('containers.list.refresh'), ...turnTo(shown.page) }] : []),
    ],
  });
};

export const titleOf = (place: ContainerPlace | undefined, words: Words): Markdown =>
  place
    ? words.markdown('containers.list.title.place', { place: place.title })
    : words.markdown('containers.list.title.all');

const toRow = async (context: ReadContext, which: KnownGroup): Promise<ListRow> => {
  const { words } = context;
  const { place, group } = which;
  const found = await tryReadGroup(context, which);
  const state = found ? stateOf(found) : '';
  const images = (found?.containers ?? []).map(({ image = '' }) => image.split('/').at(-1) ?? '').join(', ');
  return {
    title: escapeMarkdown(group),
    detail: [escapeMarkdown(place.title), ...(images === '' ? [] : [escapeMarkdown(images)])].join(' · ') as Markdown,
    note: found ? escapeMarkdown(groupStateText('state', state, words)) : words.markdown('containers.list.unread'),
    tone: toneStyle(found ? toneOf(state) : 'default').colour,
    opens: { verb: containerVerbs.show, data: { place: place.key, group } },
  };
};
