import type { CardJson } from '../../../cards/define-card.ts';
import { type ListButton, type ListRow, listCard, PAGE_ROWS } from '../../../cards/list.ts';
import { lookOf } from '../../../cards/tone.ts';
import { escapeMarkdown, type Markdown } from '../../../lib/text.ts';
import type { Words } from '../../../texts/texts.ts';
import { stateWords } from '../facts.ts';
import { type KnownGroup, knownGroups } from '../known-groups.ts';
import type { ContainerPlace } from '../policy.ts';
import { type Looking, stateIfRead } from '../show-group.ts';
import { containerVerbs } from '../verbs.ts';
import { stateOf, toneOf } from './group-card.ts';

/** The groups that are known, at one place or at all of them, each with how it is. @param page from 0 */
export const drawGroups = async (
  looking: Looking,
  place: ContainerPlace | undefined,
  page: number,
): Promise<CardJson> => {
  const { services, words } = looking;
  const known = (await knownGroups(services.policy.current(), services.changes)).filter(
    (one) => place === undefined || one.place.key === place.key,
  );
  const pages = Math.max(1, Math.ceil(known.length / PAGE_ROWS));
  const at = Math.min(page, pages - 1);
  const rows = await Promise.all(
    known.slice(at * PAGE_ROWS, (at + 1) * PAGE_ROWS).map((which) => toRow(looking, which)),
  );
  const button = (name: 'previous' | 'next' | 'refresh', to: number): ListButton => ({
    title: words.plain(`containers.list.${name}`),
    verb: containerVerbs.list,
    data: { ...(place ? { place: place.key } : {}), page: to },
  });
  return listCard.render({
    title: titleOf(place, words),
    intro: words.markdown(known.length === 0 ? 'containers.list.empty' : 'containers.list.intro'),
    rows,
    more: pages > 1 ? words.markdown('containers.list.page', { page: at + 1, pages }) : ('' as Markdown),
    buttons: [
      ...(at > 0 ? [button('previous', at - 1)] : []),
      ...(at + 1 < pages ? [button('next', at + 1)] : []),
      ...(known.length > 0 ? [button('refresh', at)] : []),
    ],
  });
};

export const titleOf = (place: ContainerPlace | undefined, words: Words): Markdown =>
  place
    ? words.markdown('containers.list.title.place', { place: place.title })
    : words.markdown('containers.list.title.all');

const toRow = async (looking: Looking, which: KnownGroup): Promise<ListRow> => {
  const { words } = looking;
  const { place, group } = which;
  const found = await stateIfRead(looking, which);
  const state = found ? stateOf(found) : '';
  const images = (found?.containers ?? []).map(({ image = '' }) => image.split('/').at(-1) ?? '').join(', ');
  return {
    title: escapeMarkdown(group),
    detail: [escapeMarkdown(place.title), ...(images === '' ? [] : [escapeMarkdown(images)])].join(' · ') as Markdown,
    note: found ? escapeMarkdown(stateWords('state', state, words)) : words.markdown('containers.list.unread'),
    tone: lookOf(found ? toneOf(state) : 'default').colour,
    buttons: [
      {
        title: words.plain('containers.button.show'),
        verb: containerVerbs.show,
        data: { place: place.key, group },
      },
    ],
  };
};
