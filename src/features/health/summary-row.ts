import { z } from 'zod';
import { some } from '../../cards/fit-card.ts';
import { toneStyle } from '../../cards/tone.ts';
import { button, dateTime, markdown } from '../../cards/view.ts';
import { escapeMarkdown, type Markdown } from '../../lib/text.ts';
import type { Words } from '../../texts/texts.ts';
import { detailsButton } from './buttons.ts';
import { few, plannedFor, sayKind, sayLevel, titleOf } from './face-words.ts';
import type { HealthItem } from './item.ts';
import { kindOf, toneOf } from './kind.ts';
import type { Question } from './question.ts';
import type { Found } from './read.ts';
import { shortLine } from './vendor-text.ts';

/** One event on a list. */
export const summaryRow = z.object({
  state: markdown,
  colour: z.string(),
  title: markdown,
  where: markdown,
  when: markdown,
  buttons: z.array(button),
  links: z.array(z.object({ title: z.string(), url: z.string() })),
});

/** As much as a row shows at most. */
const LONGEST = { title: 120, name: 60 };
const MOST_NAMES = 4;
/** Below this share of the room what a row says goes before its links. */
const SCARCE = 0.3;

interface Standing {
  /** The list that the row stands on. */
  readonly question: Question;
  /** How many stand there. */
  readonly rows: number;
  /** Whether the list is of more than one place, so that each row says where. */
  readonly several: boolean;
  /** Of what it would hold at most. */
  readonly share: number;
}

export const rowOf = ({ item, places }: Found, { question, rows, several, share }: Standing, words: Words) => {
  const kind = kindOf(item);
  const planned = plannedFor(item);
  const level = sayLevel(item.level, words);
  const list = (names: readonly string[], further = 0): string =>
    few(
      names.map((name) => shortLine(name, some(LONGEST.name, share))),
      some(MOST_NAMES, share),
      words,
      further,
    );
  const state = [
    escapeMarkdown(sayKind(kind, words)),
    planned ?? words.markdown(item.open ? 'health.state.active' : 'health.state.wasLevel', { level }),
  ];
  const regions = item.regions.map(({ name }) => name);
  const where = [list(item.services, item.further.services), list(regions, item.further.regions)];
  const when = [...moments(item, planned !== undefined, words), ...(several ? [escapeMarkdown(list(places))] : [])];
  return {
    state: state.join(' · ') as Markdown,
    colour: toneStyle(toneOf(kind, item.level, item.open)).colour,
    title: escapeMarkdown(titleOf(item, words, some(LONGEST.title, share))),
    where: escapeMarkdown(where.filter((part) => part !== '').join(' · ')),
    when: when.join(' · ') as Markdown,
    buttons: [detailsButton(item, question, rows, words)],
    links: share < SCARCE ? [] : linksOf(item, words),
  };
};

/** Whoever may not have the details of a sensitive event may have rights in the vendor's portal. */
const linksOf = ({ hidden, portal }: HealthItem, words: Words) =>
  hidden && portal !== undefined ? [{ title: words.plain('health.button.portalShort'), url: portal }] : [];

/** Since when, and when it was last updated; of what is planned the state says when. */
const moments = ({ startedAt, updatedAt }: Found['item'], planned: boolean, words: Words): readonly string[] =>
  planned || startedAt === undefined
    ? [`${words.markdown('health.row.updatedFirst')} ${dateTime(updatedAt)}`]
    : [
        `${words.markdown('health.row.since')} ${dateTime(startedAt)}`,
        `${words.markdown('health.row.updated')} ${dateTime(updatedAt)}`,
      ];
