import { ALERT } from '#engine/alerts/context.ts';
import { AFTER_INCIDENT } from '#engine/changes/card/card-buttons.ts';
import { type Change, subjectOf } from '#engine/changes/change.ts';
import type { ChangeButton, ChangeContext, Description, StepContext } from '#engine/changes/change-kind.ts';
import { notifiableFrom } from '#engine/changes/notices/settings.ts';
import { settingsOf } from '#engine/changes/notices/store.ts';
import type { IncidentSummary } from '#engine/outbox/renderer.ts';
import type { Services } from '#features/feature.ts';
import { DAY } from '#platform/lib/clock.ts';
import { formatMoment } from '#platform/lib/local-time.ts';
import { cut, dotted, escapeMarkdown, type Markdown } from '#platform/lib/text.ts';
import type { Trx } from '#platform/storage/database.ts';
import type { Words } from '#platform/texts/texts.ts';
import type { Answers } from '#teams/cards/form.ts';
import type { Fact } from '#teams/cards/view.ts';
import { GRANT, KEEP } from '../requestable.ts';
import { findActiveGrant } from '../store.ts';
import { type GrantTerms, grantKey, grantTerms } from '../terms.ts';
import { findAfterIncident, linkIncident, markResolved, recordQuestion, requestsFor } from './store.ts';

/** What a grant's card has of the incident for which it was asked. */
export interface IncidentPart {
  readonly facts: readonly Fact[];
  readonly links: NonNullable<Description['links']>;
  /** Undefined when it is stored no longer. */
  readonly incident: IncidentSummary | undefined;
}

const LONGEST_TITLE = 120;

/** @returns nothing where it was not asked for an incident */
export const incidentPart = async (
  { incident }: GrantTerms,
  context: Pick<ChangeContext, 'incident'>,
  words: Words,
): Promise<IncidentPart> => {
  if (!incident) return { facts: [], links: [], incident: undefined };
  const found = await context.incident(incident.card, words);
  const title = words.plain('access.label.incident');
  const value = found ? incidentText(found) : words.markdown('access.incident.gone', { key: incident.key });
  return {
    facts: [{ title, value }],
    links: found?.url === undefined ? [] : [{ title: words.plain('access.incident.show'), url: found.url }],
    incident: found,
  };
};

/** Id, state and, if it may be shown, title. */
export const incidentText = ({ key, state, title }: Omit<IncidentSummary, 'url'>): Markdown =>
  dotted(escapeMarkdown(key), state, escapeMarkdown(cut(title, LONGEST_TITLE)));

/**
 * The question to the holder, and what became of it.
 * @param end of the grant, in milliseconds since 1970
 * @param giveBack the button that ends it now
 */
export const afterIncident = async (
  change: Change<GrantTerms>,
  { db, now, incident }: Pick<ChangeContext, 'db' | 'now'> & Pick<IncidentPart, 'incident'>,
  { end, giveBack }: { readonly end: number | undefined; readonly giveBack: ChangeButton },
  words: Words,
): Promise<Pick<Description, 'afterIncident'>> => {
  const asked = await findAfterIncident(db, change.id);
  if (!asked?.asked) return {};
  const named = {
    key: change.terms.incident?.key ?? '',
    ...{ role: change.terms.role.title, place: change.terms.place.title },
  };
  if (asked.kept) {
    return { afterIncident: { next: words.markdown('access.incident.kept', named), buttons: [giveBack] } };
  }
  const text = incident?.open ? 'access.incident.activeAgain' : 'access.incident.question';
  const keep: ChangeButton = {
    ...{ verb: KEEP, tone: 'default', fields: [] },
    title: keepTitle(end, change.terms, now, words),
    may: (reader) => reader === change.terms.person.objectId.toLowerCase(),
  };
  return { afterIncident: { next: words.markdown(text, named), buttons: [keep, giveBack] } };
};

/** Said by its day and in the requester's zone: a button has no dates of each client's own, and is read on another day too. */
const keepTitle = (end: number | undefined, { zone }: GrantTerms, now: number, words: Words): string => {
  if (end === undefined) return words.plain('access.incident.keepAlways');
  const reader = { now: end - now < 2 * DAY ? end - 3 * DAY : now, locale: words.formatLocale };
  const moment = formatMoment(end, { ...reader, zone: zone ?? 'UTC', named: zone === undefined });
  return words.plain('access.incident.keep', { end: moment });
};

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

/** Redraws the cards of what was asked for an incident when it changes, and asks the holders when it is resolved. */
export const followIncidents = ({ alerts, changes, clock, outbox }: Services): void =>
  alerts.onIncidentChanged(async (trx, { id, resolved }) => {
    const now = clock.now();
    for (const request of await requestsFor(trx, id)) {
      if (resolved) await markResolved(trx, request, now);
      const change = await changes.redraw(trx, request);
      if (resolved && change?.kind === GRANT && change.state === 'done') {
        const grant = { ...change, terms: grantTerms.parse(change.terms) };
        if (await isCurrentGrant(trx, grant, now)) await askHolder(trx, grant, { outbox, now });
      }
    }
  });

/** Whether it is what the person has now: of a role with its extension one is asked about. */
const isCurrentGrant = async (trx: Trx, { id, terms }: Change<GrantTerms>, now: number): Promise<boolean> =>
  (await findActiveGrant(trx, grantKey(terms), now))?.change === id;

/** Asks once, in the holder's own chat and outside their quiet hours, whether the access can end. */
const askHolder = async (
  trx: Trx,
  { id, version, terms, requester }: Change<GrantTerms>,
  { outbox, now }: Pick<StepContext, 'outbox' | 'now'>,
): Promise<void> => {
  if (!(await recordQuestion(trx, id, now))) return;
  const settings = await settingsOf(trx, terms.person.objectId);
  await outbox.deliver(trx, {
    ...{ subject: subjectOf(id), variant: AFTER_INCIDENT, to: { person: terms.person.objectId } },
    ...{ version, needsAnswer: true, dueAt: notifiableFrom(settings, now) },
    language: settings.language || requester.language,
  });
};

/** The part of a grant's steps that is about its incident: one that was resolved before the grant was there is asked about then. */
export const followRequest = async (trx: Trx, change: Change<GrantTerms>, step: StepContext): Promise<void> => {
  const { incident } = change.terms;
  if (!incident) return;
  if (change.state === 'waiting') await linkIncident(trx, change.id, incident.card);
  if (change.state !== 'done') return;
  const after = await findAfterIncident(trx, change.id);
  if (after?.resolved) await askHolder(trx, change, step);
};
