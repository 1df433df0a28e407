import { z } from 'zod';
import { type CardJson, defineCard } from '../../../cards/define-card.ts';
import type { ListButton } from '../../../cards/list.ts';
import { button, markdown } from '../../../cards/view.ts';
import type { Change } from '../../../changes/change.ts';
import { escapeMarkdown, type Markdown } from '../../../lib/text.ts';
import type { Words } from '../../../texts/texts.ts';
import { LONGEST_SIDE, lineWords } from '../facts.ts';
import { linesOfSpec } from '../group-lines.ts';
import { referencesIn } from '../spec.ts';
import type { DeployTerms } from '../terms.ts';
import { containerVerbs } from '../verbs.ts';

export const linesCard = defineCard(
  'containers/lines.json',
  z.object({
    kicker: markdown,
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

export const renderEverything = (change: Shown, page: number, words: Words): CardJson =>
  linesCard.render(viewEverything(change, page, words));

/** Every setting that was asked for, what changes first; secrets by their names. @param page from 0 */
export const viewEverything = (change: Shown, page: number, words: Words): LinesView => {
  const lines = everyLine(change.terms, words);
  const pages = Math.max(1, Math.ceil(lines.length / LINES_ON_PAGE));
  const at = Math.min(page, pages - 1);
  const turnTo = (name: 'previous' | 'next', to: number): ListButton => ({
    title: words.plain(`containers.list.${name}`),
    verb: containerVerbs.everything,
    data: { change: change.id, page: to },
  });
  return {
    kicker: words.markdown('containers.deploy.kicker', { ref: change.ref, who: change.requester.name }),
    title: words.markdown('containers.everything.title', { group: change.terms.group }),
    intro: words.markdown('containers.everything.intro'),
    lines: lines.slice(at * LINES_ON_PAGE, (at + 1) * LINES_ON_PAGE),
    more: pages > 1 ? words.markdown('containers.list.page', { page: at + 1, pages }) : ('' as Markdown),
    buttons: [
      ...(at > 0 ? [turnTo('previous', at - 1)] : []),
      ...(at + 1 < pages ? [turnTo('next', at + 1)] : []),
      { title: words.plain('containers.button.back'), verb: containerVerbs.back, data: { change: change.id } },
    ],
  };
};

/** So much of a value is one line; a longer one goes over several, and none of it is left out. */
const PIECE = /[\s\S]{1,200}/gu;

type Line = LinesView['lines'][number];

const everyLine = ({ spec, standing }: DeployTerms, words: Words): readonly Line[] => {
  const values = linesOfSpec(spec);
  const secrets = new Map(referencesIn(spec));
  const changed = new Set(standing.changes.map(({ path }) => path));
  return [
    ...standing.changes.flatMap((line) => [
      { path: escapeMarkdown(line.path), value: lineWords(line, words) },
      ...(Math.max(line.from.length, line.to.length) > LONGEST_SIDE
        ? whole(line.path, line.to || line.from, words)
        : []),
    ]),
    ...[...new Set([...values.keys(), ...secrets.keys()])].flatMap((path) => {
      const secret = secrets.get(path);
      if (secret === undefined) return changed.has(path) ? [] : whole(path, values.get(path) ?? '', words);
      return [{ path: escapeMarkdown(path), value: words.markdown('containers.everything.secret', { secret }) }];
    }),
  ];
};

const whole = (path: string, value: string, words: Words): readonly Line[] =>
  (value.match(PIECE) ?? ['']).map((piece, at, { length: parts }) => ({
    path:
      parts === 1 ? escapeMarkdown(path) : words.markdown('containers.everything.part', { path, part: at + 1, parts }),
    value: escapeMarkdown(piece),
  }));
