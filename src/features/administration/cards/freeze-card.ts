import type { ChangeFreeze } from '#engine/changes/freeze/store.ts';
import type { Renderer } from '#engine/outbox/renderer.ts';
import type { Services } from '#features/feature.ts';
import { escapeMarkdown, type Markdown } from '#platform/lib/text.ts';
import type { TextName, Words } from '#platform/texts/texts.ts';
import { commandButton, placeButtons } from '#teams/cards/buttons.ts';
import { dateTime } from '#teams/cards/view.ts';
import { type ReportView, reportCard, toReport } from './report-card.ts';

const FREEZE = 'freeze';
export const freezeSubject = (id: string): string => `${FREEZE}:${id}`;

/** Draws a freeze as it is now. */
export const freezeRenderer = ({ changes, database }: Services): Renderer => ({
  kind: FREEZE,
  async render(id, _face, words) {
    const freeze = await changes.freezes.find(database.db, id);
    if (!freeze) return undefined;
    const view = freezeView(freeze, words);
    return { version: freeze.version, card: reportCard.render(view), summary: freezeSummary(freeze, words) };
  },
});

const placeOf = ({ place }: Pick<ChangeFreeze, 'place'>) => ({
  everywhere: place === undefined,
  place: place?.title ?? '',
});

const freezeSummary = (freeze: ChangeFreeze, words: Words): string => {
  const who = (freeze.ended?.by ?? freeze.by).name;
  return words.plain(`administration.freeze.summary.${freeze.ended ? 'ended' : 'begun'}`, { ...placeOf(freeze), who });
};

export const freezeView = (freeze: ChangeFreeze, words: Words): ReportView => {
  const { place, by, reason, at, ended } = freeze;
  const fact = (name: TextName<'administration.freeze.label'>, value: Markdown) => ({
    title: words.plain(`administration.freeze.label.${name}`),
    value,
  });
  const who = (name: string, moment: number): Markdown => `${escapeMarkdown(name)}, ${dateTime(moment)}` as Markdown;
  const unfreeze = `unfreeze ${place?.key ?? 'everything'}`;
  return toReport({
    state: ended
      ? { text: words.markdown('administration.freeze.state.ended', { who: ended.by.name }), tone: 'good' }
      : { text: words.markdown('administration.freeze.state.begun'), tone: 'warning' },
    overline: words.markdown('administration.freeze.overline'),
    title: words.markdown('administration.freeze.title', placeOf(freeze)),
    facts: [fact('by', who(by.name, at)), ...(ended ? [fact('ended', who(ended.by.name, ended.at))] : [])],
    reason,
    reasonLabel: words.markdown('changes.label.reason'),
    note: ended
      ? words.markdown('administration.freeze.over')
      : words.markdown('administration.freeze.means', { isGroup: place?.scope.kind === 'managementGroup' }),
    buttons: ended ? [] : placeButtons([commandButton(words.plain('administration.button.unfreeze'), unfreeze)]),
  });
};
