import { z } from 'zod';
import { type CardJson, defineCard } from '../../cards/define-card.ts';
import type { ListButton } from '../../cards/list.ts';
import { button, markdown } from '../../cards/view.ts';
import type { Change } from '../../changes/change.ts';
import { cut, escapeMarkdown, type Markdown } from '../../lib/text.ts';
import type { Words } from '../../texts/texts.ts';
import { lineWords } from './facts.ts';
import { linesOfSpec } from './group-lines.ts';
import { referencesIn } from './spec.ts';
import type { DeployTerms } from './terms.ts';
import { containerVerbs } from './verbs.ts';

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

export const LINES_ON_PAGE = 12;
const LONGEST = 200;

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
    intro: words.markdown('containers.everything.intro', { count: lines.length }),
    lines: lines.slice(at * LINES_ON_PAGE, (at + 1) * LINES_ON_PAGE),
    more: pages > 1 ? words.markdown('containers.list.page', { page: at + 1, pages }) : ('' as Markdown),
    buttons: [
      ...(at > 0 ? [turnTo('previous', at - 1)] : []),
      ...(at + 1 < pages ? [turnTo('next', at + 1)] : []),
      { title: words.plain('containers.button.back'), verb: containerVerbs.back, data: { change: change.id } },
    ],
  };
};

const everyLine = ({ spec, standing }: DeployTerms, words: Words) => {
  const secrets = new Map(referencesIn(spec));
  const said = new Map<string, Markdown>(
    [...linesOfSpec(spec)].map(([path, value]) => [path, escapeMarkdown(cut(value, LONGEST))]),
  );
  for (const [path, secret] of secrets) said.set(path, words.markdown('containers.everything.secret', { secret }));
  const changed = new Map(standing.changes.map((line) => [line.path, lineWords(line, words)]));
  const rest = [...said].filter(([path]) => !changed.has(path) || secrets.has(path));
  return [...changed, ...rest].map(([path, value]) => ({ path: escapeMarkdown(path), value }));
};
