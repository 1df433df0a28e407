import { ALERT } from '#engine/alerts/context.ts';
import type { Services } from '#features/feature.ts';
import type { Words } from '#platform/texts/texts.ts';
import type { Answers } from '#teams/cards/form.ts';
import type { Fact } from '#teams/cards/view.ts';
import type { GrantTerms } from '../terms.ts';
import { incidentText } from './describe-incident.ts';

/** The answers of a form that an incident's card opened: `incident` has the subject of that card. */
interface IncidentForm {
  readonly answers: Answers;
  readonly services: Pick<Services, 'alerts'>;
  readonly turn: { readonly words: Words };
}

const cardIn = ({ incident = '' }: Answers): string | undefined =>
  incident.startsWith(`${ALERT}:`) ? incident.slice(ALERT.length + 1) : undefined;

/** For which incident it is asked, as the terms have it; nothing when it is stored no longer. */
export const incidentTerms = async ({
  answers,
  services,
  turn,
}: IncidentForm): Promise<Pick<GrantTerms, 'incident'>> => {
  const card = cardIn(answers);
  const found = card === undefined ? undefined : await services.alerts.summary(card, turn.words);
  return card !== undefined && found ? { incident: { card, key: found.key } } : {};
};

/** The same on the form. */
export const incidentFacts = async ({ answers, services, turn: { words } }: IncidentForm): Promise<readonly Fact[]> => {
  const card = cardIn(answers);
  const found = card === undefined ? undefined : await services.alerts.summary(card, words);
  return found ? [{ title: words.plain('access.label.incident'), value: incidentText(found) }] : [];
};
