import { commandButton } from '../../../cards/command-button.ts';
import { placeButtons } from '../../../cards/placed-buttons.ts';
import { dateTime } from '../../../cards/view.ts';
import { escapeMarkdown, type Markdown } from '../../../lib/text.ts';
import type { Renderer } from '../../../outbox/renderer.ts';
import { listed } from '../../../texts/name-list.ts';
import type { TextName, Words } from '../../../texts/texts.ts';
import type { Services } from '../../feature.ts';
import { findRevocation, type Revocation, type RevokedRemoval } from '../store.ts';
import { type ReportView, reportCard, toReport } from './report-card.ts';

const REVOCATION = 'revocation';
export const revocationSubject = (id: string): string => `${REVOCATION}:${id}`;

/** Draws what became of a revocation, as far as it has come. */
export const revocationRenderer = ({ database }: Services): Renderer => ({
  kind: REVOCATION,
  async render(id, _face, words) {
    const revocation = await findRevocation(database.db, id);
    if (!revocation) return undefined;
    const values = { who: revocation.person.name, by: revocation.by.name };
    return {
      version: revocation.version,
      card: reportCard.render(revocationView(revocation, words)),
      summary: words.plain('administration.revoke.summary', values),
    };
  },
});

/** Lines of removals on a card. */
const MOST_REMOVALS = 20;
/** So many of them have a button that shows their request. */
const MOST_BUTTONS = 3;

export const revocationView = (revocation: Revocation, words: Words): ReportView => {
  const { person, by, reason, at, ended, voided, removals = [] } = revocation;
  const fact = (name: TextName<'administration.revoke.label'>, value: Markdown) => ({
    title: words.plain(`administration.revoke.label.${name}`),
    value,
  });
  const refs = (all: readonly string[]): Markdown =>
    all.length === 0 ? words.markdown('administration.person.none') : escapeMarkdown(listed(all, words));
  const more = removals.length - MOST_REMOVALS;
  return toReport({
    state: stateOf(revocation, words),
    kicker: words.markdown('administration.revoke.kicker'),
    title: words.markdown('administration.revoke.title', { who: person.name }),
    facts: [
      fact('by', `${escapeMarkdown(by.name)}, ${dateTime(at)}` as Markdown),
      fact('ended', refs(ended)),
      fact('voided', refs(voided)),
    ],
    reason,
    reasonLabel: words.markdown('changes.label.reason'),
    lines: removals.slice(0, MOST_REMOVALS).map((removal) => removalLine(removal, words)),
    note:
      more > 0
        ? words.markdown('administration.revoke.more', { count: more })
        : words.markdown('administration.revoke.note'),
    buttons: placeButtons(
      removals
        .flatMap(({ ref }) => ref ?? [])
        .slice(0, MOST_BUTTONS)
        .map((ref) => commandButton(words.plain('changes.notices.show', { ref }), `show ${ref}`)),
    ),
  });
};

const stateOf = ({ removals }: Revocation, words: Words) => {
  if (!removals) return { text: words.markdown('administration.revoke.state.reading'), tone: 'accent' } as const;
  const open = removals.filter(({ ref }) => ref === undefined).length;
  if (open > 0)
    return { text: words.markdown('administration.revoke.state.left', { count: open }), tone: 'warning' } as const;
  const count = removals.length;
  return { text: words.markdown('administration.revoke.state.asked', { count }), tone: 'good' } as const;
};

const removalLine = ({ what, ref, refused }: RevokedRemoval, words: Words): ReportView['lines'][number] => {
  const title = words.markdown(what.text, what.values);
  return {
    text: words.markdown(`administration.revoke.line.${ref === undefined ? 'left' : 'asked'}`, {
      what: title,
      ref: ref ?? '',
    }),
    remedy: refused ? words.markdown(refused.text, refused.values) : ('' as Markdown),
  };
};
