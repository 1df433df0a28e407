import type { Renderer } from '#engine/outbox/renderer.ts';
import type { Services } from '#features/feature.ts';
import { escapeMarkdown } from '#platform/lib/text.ts';
import type { Words } from '#platform/texts/texts.ts';
import type { Fact } from '#teams/cards/view.ts';
import { factsOf, type PersonQuery, personQuery } from '../person.ts';
import { type ReportView, reportCard, toReport } from './report-card.ts';

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
