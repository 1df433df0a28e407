import { z } from 'zod';
import type { Renderer } from '#engine/outbox/renderer.ts';
import type { Services } from '#features/feature.ts';
import { escapeMarkdown, type Markdown, NO_TEXT } from '#platform/lib/text.ts';
import type { Words } from '#platform/texts/texts.ts';
import { placedButton } from '#teams/cards/buttons.ts';
import { defineCard } from '#teams/cards/define-card.ts';
import { type Fact, fact, markdown, type Tone, toneStyle } from '#teams/cards/view.ts';
import { factsOf, type PersonQuery, personQuery } from '../person.ts';

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

const PERSON = 'person';
/** @param source of the question: each one is a message of its own */
export const personSubject = (objectId: string, source: string): string => `${PERSON}:${objectId} ${source}`;

export const personTitle = ({ accounts, objectId, policy }: PersonQuery): string =>
  accounts[0]?.name ?? policy.nameOf(objectId, '');

export const personView = (name: string, isKnown: boolean, facts: readonly Fact[], words: Words): ReportView =>
  toReport({
    overline: words.markdown('administration.person.overline'),
    title: escapeMarkdown(name),
    facts: [...facts],
    note: words.markdown(isKnown ? 'administration.person.known' : 'administration.person.unknown'),
  });

/** What is known of a person, for the own chat of an administrator who asked elsewhere. */
export const personRenderer = (services: Services): Renderer => ({
  kind: PERSON,
  once: true,
  async render(id, _face, words) {
    const [objectId = ''] = id.split(' ');
    const asked = personQuery(services.policy.current(), objectId, words);
    const view = personView(personTitle(asked), asked.accounts.length > 0, await factsOf(services, asked), words);
    return { version: 1, card: reportCard.render(view), summary: personTitle(asked) };
  },
});
