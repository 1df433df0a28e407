import { AFTER_INCIDENT } from '#engine/changes/card/card-buttons.ts';
import { type Change, subjectOf } from '#engine/changes/change.ts';
import type { StepContext } from '#engine/changes/change-kind.ts';
import { notifiableFrom } from '#engine/changes/notices/settings.ts';
import { settingsOf } from '#engine/changes/notices/store.ts';
import type { Services } from '#features/feature.ts';
import type { Trx } from '#platform/storage/database.ts';
import { GRANT } from '../requestable.ts';
import { findActiveGrant } from '../store.ts';
import { type GrantTerms, grantKey, grantTerms } from '../terms.ts';
import { findAfterIncident, linkIncident, markResolved, recordQuestion, requestsFor } from './store.ts';

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
