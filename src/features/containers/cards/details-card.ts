import { z } from 'zod';
import type { Change } from '#engine/changes/change.ts';
import { escapeMarkdown } from '#platform/lib/text.ts';
import type { Words } from '#platform/texts/texts.ts';
import { type CardJson, defineCard } from '#teams/cards/define-card.ts';
import { pageOf } from '#teams/cards/list.ts';
import { button, markdown } from '#teams/cards/view.ts';
import { LONGEST_SIDE, lineWords } from '../change-facts.ts';
import { linesOfSpec } from '../group-lines.ts';
import { containerVerbs, type DeployTerms, referencesIn } from '../terms.ts';

export const linesCard = defineCard(
  'containers/lines.json',
  z.object({
    overline: markdown,
    title: markdown,
    intro: markdown,
    lines: z.array(z.object({ path: markdown, value: markdown })),
    more: markdown,
    buttons: z.array(button),
  }),
);

const LINES_ON_PAGE = 12;

type LinesView = Parameters<typeof linesCard.render>[0];
type Shown = Pick<Change<DeployTerms>, 'id' | 'ref' | 'requester' | 'terms'>;

export const renderDetails = (change: Shown, page: number, words: Words): CardJson =>
  linesCard.render(viewDetails(change, page, words));

/** Every requested setting, changes first; secrets by their names. @param page from 0 */
export const viewDetails = (change: Shown, page: number, words: Words): LinesView => {
  const turnTo = (to: number) => ({ verb: containerVerbs.details, data: { change: change.id, page: to } });
  const shown = pageOf(settingLines(change.terms, words), page, words, turnTo, LINES_ON_PAGE);
  return {
    overline: words.markdown('containers.deploy.overline', { ref: change.ref, who: change.requester.name }),
    title: words.markdown('containers.details.title', { group: change.terms.group }),
    intro: words.markdown('containers.details.intro'),
    lines: [...shown.rows],
    more: shown.more,
    buttons: [
      ...shown.buttons,
      { title: words.plain('containers.button.back'), verb: containerVerbs.back, data: { change: change.id } },
    ],
  };
};

/** The part of a value that one line shows; a longer value continues on further lines. */
const PIECE = /[\s\S]{1,200}/gu;

type Line = LinesView['lines'][number];

const settingLines = ({ spec, standing }: DeployTerms, words: Words): readonly Line[] => {
  const values = linesOfSpec(spec);
  const secrets = new Map(referencesIn(spec));
  const changed = new Set(standing.changes.map(({ path }) => path));
  return [
    ...standing.changes.flatMap((line) => [
      { path: escapeMarkdown(line.path), value: lineWords(line, words) },
      ...(Math.max(line.from.length, line.to.length) > LONGEST_SIDE
        ? splitValue(line.path, line.to || line.from, words)
        : []),
    ]),
    ...[...new Set([...values.keys(), ...secrets.keys()])].flatMap((path) => {
      const secret = secrets.get(path);
      if (secret === undefined) return changed.has(path) ? [] : splitValue(path, values.get(path) ?? '', words);
      return [{ path: escapeMarkdown(path), value: words.markdown('containers.details.secret', { secret }) }];
    }),
  ];
};

const splitValue = (path: string, value: string, words: Words): readonly Line[] =>
  (value.match(PIECE) ?? ['']).map((piece, at, { length: parts }) => ({
    path: parts === 1 ? escapeMarkdown(path) : words.markdown('containers.details.part', { path, part: at + 1, parts }),
    value: escapeMarkdown(piece),
  }));
