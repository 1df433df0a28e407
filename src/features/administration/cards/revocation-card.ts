import type { RefusedLine } from '#engine/changes/batch/batch.ts';
import type { Renderer } from '#engine/outbox/renderer.ts';
import type { Services } from '#features/feature.ts';
import { escapeMarkdown, type Markdown, NO_TEXT } from '#platform/lib/text.ts';
import { listed, type TextName, type Words } from '#platform/texts/texts.ts';
import { dateTime } from '#teams/cards/view.ts';
import { findRevocation, type Revocation } from '../store.ts';
import { type ReportView, reportCard, toReport } from './report-card.ts';

const REVOCATION = 'revocation';
export const revocationSubject = (id: string): string => `${REVOCATION}:${id}`;

/** A removal that was requested. */
interface RequestedRemoval {
  readonly ref: string;
  readonly title: Markdown;
}

/** A revocation with what was requested because of it. */
interface RevocationReport {
  readonly revocation: Revocation;
  readonly requested: readonly RequestedRemoval[];
}

/** Draws what became of a revocation, as far as it has come. */
export const revocationRenderer = (services: Services): Renderer => ({
  kind: REVOCATION,
  async render(id, _face, words) {
    const revocation = await findRevocation(services.database.db, id);
    if (!revocation) return undefined;
    const values = { who: revocation.person.name, by: revocation.by.name };
    const report = { revocation, requested: await requestedBy(services, revocation, words) };
    return {
      version: revocation.version,
      card: reportCard.render(revocationView(report, words)),
      summary: words.plain('administration.revoke.summary', values),
    };
  },
});

const requestedBy = async (
  { changes }: Services,
  { batches }: Revocation,
  words: Words,
): Promise<readonly RequestedRemoval[]> => {
  const found: RequestedRemoval[] = [];
  for (const id of batches) {
    for (const line of (await changes.findBatch(id))?.lines ?? []) {
      const change = 'change' in line ? await changes.find(line.change) : undefined;
      if (change) found.push({ ref: change.ref, title: (await changes.describe(change, words)).title });
    }
  }
  return found;
};

/** Lines on a card. */
const MOST_LINES = 20;

export const revocationView = ({ revocation, requested }: RevocationReport, words: Words): ReportView => {
  const { person, by, reason, at, ended, voided, stopped, sent, left = [] } = revocation;
  const fact = (name: TextName<'administration.revoke.label'>, value: Markdown) => ({
    title: words.plain(`administration.revoke.label.${name}`),
    value,
  });
  const refs = (all: readonly string[]): Markdown =>
    all.length === 0 ? words.markdown('administration.person.none') : escapeMarkdown(listed(all, words));
  const lines = [
    ...left.map((line) => leftLine(line, words)),
    ...requested.map(({ ref, title }) => ({ text: `${title} · ${escapeMarkdown(ref)}` as Markdown, remedy: NO_TEXT })),
  ];
  const more = lines.length - MOST_LINES;
  return toReport({
    state: stateOf(revocation, requested.length, words),
    overline: words.markdown('administration.revoke.overline'),
    title: words.markdown('administration.revoke.title', { who: person.name }),
    facts: [
      fact('by', `${escapeMarkdown(by.name)}, ${dateTime(at)}` as Markdown),
      fact('ended', refs(ended)),
      fact('voided', refs(voided)),
      ...(stopped.length > 0 ? [fact('stopped', refs(stopped))] : []),
      ...(sent.length > 0 ? [fact('sent', refs(sent))] : []),
    ],
    reason,
    reasonLabel: words.markdown('changes.label.reason'),
    lines: lines.slice(0, MOST_LINES),
    note:
      more > 0
        ? words.markdown('administration.revoke.more', { count: more })
        : words.markdown('administration.revoke.note'),
  });
};

const stateOf = ({ left }: Revocation, requested: number, words: Words) => {
  if (!left) return { text: words.markdown('administration.revoke.state.reading'), tone: 'accent' } as const;
  if (left.length > 0) {
    return {
      text: words.markdown('administration.revoke.state.left', { count: left.length }),
      tone: 'warning',
    } as const;
  }
  return { text: words.markdown('administration.revoke.state.asked', { count: requested }), tone: 'good' } as const;
};

const leftLine = ({ what, refused }: RefusedLine, words: Words): ReportView['lines'][number] => ({
  text: `**${words.markdown(what.text, what.values)}**` as Markdown,
  remedy: words.markdown(refused.text, refused.values),
});
