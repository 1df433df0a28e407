import { z } from 'zod';
import { createEligibilityRequest } from '#cloud/operations/role-eligibility.ts';
import type { Expiration } from '#cloud/operations/role-eligibility-request.ts';
import type { EligibilityRequestAnswer } from '#cloud/operations/role-eligibility-schemas.ts';
import { sameScope } from '#cloud/request/path.ts';
import { defineChange, type Forbidden, forbiddenAsRenamed, type Narrowing } from '#engine/changes/change-kind.ts';
import { DAY, HOUR, MINUTE } from '#platform/lib/clock.ts';
import { formatDuration, parseDuration } from '#platform/lib/duration.ts';
import { AppError, type TextKey } from '#platform/lib/errors.ts';
import type { Policy } from '#policy/policy.ts';
import { confirmationOf, readGrantError, reconcileGrant } from './confirmation.ts';
import { describeGrant } from './describe-grant.ts';
import { scheduleEndNotice } from './ending/end-notice.ts';
import { canBeExtended, isExtension, mayExtensionGo } from './ending/extension.ts';
import { followRequest } from './incident/incident.ts';
import { forbiddenTicket } from './limits.ts';
import { rolesOf } from './policy.ts';
import { explainRefusal } from './refusal.ts';
import { GRANT, placesAndRoles } from './requestable.ts';
import { recordGrant } from './store.ts';
import { type GrantTerms, grantKey, grantTerms, type Length, scopeOf, windowOf } from './terms.ts';

/** The approver's field for a shorter duration. */
const SHORTER = 'shorter';

/** An approver may shorten the duration, never extend it. */
const narrowLength: Narrowing<GrantTerms> = {
  fields: ({ length }, words) => [
    {
      id: SHORTER,
      label: words.plain('access.shorter.label'),
      kind: 'text',
      required: false,
      schema: z.string(),
      missing: '',
      placeholder: words.plain('access.shorter.example', {
        length:
          length.kind === 'for'
            ? formatDuration(length.ms, words.formatLocale)
            : formatDuration(DAY, words.formatLocale),
      }),
    },
  ],
  least: (terms) => ({ ...terms, length: { kind: 'for', ms: MINUTE } }),
  apply(terms, answers, now) {
    const text = (answers[SHORTER] ?? '').trim();
    if (text === '') return terms;
    const ms = parseDuration(text.replace(/^for\s+/i, ''));
    if (ms === undefined) throw refused('access.shorter.unreadable');
    const { start, end } = windowOf(terms, now);
    if (end !== null && start + ms > end) throw refused('access.shorter.longer');
    const length: Length = { kind: 'for', ms };
    return { ...terms, length, requested: terms.requested ?? terms.length };
  },
};

const refused = (text: TextKey): AppError => new AppError({ code: 'Change.NotNarrower', text });

/**
 * What the policy forbids in a grant: a role or place that is unknown or means something else now, a duration that is too long,
 * a start too far ahead, a ticket that is written otherwise. The vendor checks its own limits.
 */
export const forbiddenGrant = (terms: GrantTerms, policy: Policy, now: number): Forbidden | undefined => {
  const role = rolesOf(policy).find(({ key }) => key === terms.role.key);
  if (role?.id !== terms.role.id) return forbiddenAsRenamed(terms.role.title);
  const place = policy.place(terms.place.key);
  if (!place || !sameScope(place.scope, scopeOf(terms.place))) return forbiddenAsRenamed(terms.place.title);
  const { start, end } = terms.window ?? windowOf(terms, now);
  if (role.max !== undefined && (end === null || end - start > role.max)) return tooLong(role.max);
  if (start - now > role.startWithin) return { text: 'access.failure.startLate', values: {} };
  return forbiddenTicket(role.tickets, terms.ticket);
};

const tooLong = (max: number): Forbidden => {
  const [unit, ms] = max % DAY === 0 ? ['day', DAY] : max % HOUR === 0 ? ['hour', HOUR] : ['minute', MINUTE];
  return { text: 'access.failure.tooLong', values: { unit, count: Math.round(max / ms) } };
};

/** Makes a person eligible for a role (docs/sources.md, Roles: AdminAssign). */
export const grant = defineChange<GrantTerms>({
  name: GRANT,
  terms: grantTerms,
  facets: ({ place, role }) => ({ place: place.key, role: role.key }),
  facetWords: placesAndRoles,
  concerns: ({ person }) => [person.objectId],
  isFor: ({ person }, objectId) => person.objectId === objectId,
  receiver: ({ person }) => person,
  sentByApprover: true,
  fewestApprovals: (policy) => ({
    role: Object.fromEntries(rolesOf(policy).map(({ key, approvals }) => [key, approvals])),
  }),
  forbids: forbiddenGrant,
  openKey: grantKey,
  isStillValid: canBeExtended,
  touches: (terms) => (terms.extends?.grant ? [terms.extends.grant] : []),
  relation(terms, now) {
    const { end } = terms.window ?? windowOf(terms, now);
    return { is: 'extension', ...(end === null ? {} : { until: end }) };
  },
  endOf: ({ window }) => window?.end ?? undefined,
  takenFrom: (terms) => terms.extends?.end,
  mayGo: mayExtensionGo,
  latest: ({ length }) => (length.kind === 'until' ? length.at : undefined),
  narrow: narrowLength,

  freeze(terms, { guid, now }, vendor) {
    const window = windowOf(terms, now);
    const call = vendor.freeze(createEligibilityRequest, {
      type: 'AdminAssign',
      name: guid,
      scope: scopeOf(terms.place),
      principalId: terms.person.objectId,
      roleDefinitionId: terms.role.id,
      start: window.start,
      expiration: expirationOf(terms, window.end),
      ...(terms.reason === '' ? {} : { justification: terms.reason }),
      ...(terms.ticket === '' ? {} : { ticket: { number: terms.ticket } }),
    });
    return { call, terms: { ...terms, window } };
  },

  readAnswer(answer) {
    return confirmationOf(answer as EligibilityRequestAnswer);
  },

  readError: readGrantError,

  explain: explainRefusal,
  reconcile: reconcileGrant,
  follow: followRequest,
  describe: describeGrant,
  async onDone(trx, change, now, jobs) {
    await scheduleEndNotice(jobs, trx, change, now);
    return recordGrant(trx, change, now);
  },
});

/** Whole days are sent as a duration, as in the document; anything else as an end time, which a late start does not move. */
const expirationOf = (terms: GrantTerms, end: number | null): Expiration => {
  const { length } = terms;
  if (end === null) return { type: 'NoExpiration' };
  if (isExtension(terms)) return { type: 'AfterDateTime', end };
  if (length.kind === 'for' && length.ms % DAY === 0) return { type: 'AfterDuration', days: length.ms / DAY };
  return { type: 'AfterDateTime', end };
};
