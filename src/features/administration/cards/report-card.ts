import { z } from 'zod';
import { type Markdown, NO_TEXT } from '#platform/lib/text.ts';
import { placedButton } from '#teams/cards/buttons.ts';
import { defineCard } from '#teams/cards/define-card.ts';
import { fact, markdown, type Tone, toneStyle } from '#teams/cards/view.ts';

const reportView = z.object({
  /** Empty for what has no state. */
  state: markdown,
  tone: z.string(),
  colour: z.string(),
  overline: markdown,
  title: markdown,
  facts: z.array(fact),
  /** As typed; empty for none. */
  reason: z.string(),
  reasonLabel: markdown,
  lines: z.array(z.object({ text: markdown, remedy: markdown })),
  note: markdown,
  buttons: z.array(placedButton),
});
export type ReportView = z.input<typeof reportView>;

/** What administrators see: a freeze, a revocation, the policy, a person. */
export const reportCard = defineCard('administration/report.json', reportView);

/** A view with nothing but what is given. */
export const toReport = ({
  state,
  ...given
}: Partial<Omit<ReportView, 'state'>> &
  Pick<ReportView, 'overline' | 'title'> & {
    readonly state?: { readonly text: Markdown; readonly tone: Tone };
  }): ReportView => ({
  ...{ facts: [], reason: '', reasonLabel: NO_TEXT, lines: [], note: NO_TEXT, buttons: [] },
  ...toneStyle(state?.tone ?? 'default'),
  state: state?.text ?? NO_TEXT,
  ...given,
});
