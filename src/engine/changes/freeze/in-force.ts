import { parseScope, type Scope, scopeContains } from '#cloud/request/path.ts';
import { iso } from '#platform/lib/clock.ts';
import type { Db } from '#platform/storage/database.ts';
import type { Policy } from '#policy/policy.ts';
import type { Change } from '../change.ts';
import type { ChangeKind, Forbidden } from '../change-kind.ts';
import type { ChangesCore } from '../core.ts';
import { type DecisionRefusal, refuse } from '../decision/outcome.ts';
import type { Stopped } from '../decision/review.ts';
import { type ChangeFreeze, listFreezes } from './store.ts';

/** The code of a refusal, and of what was not sent. */
export const FROZEN = 'Policy.Frozen';

type RequestedChange = Pick<Change, 'kind' | 'terms'>;

/** The freeze that stops this now; always read from the audit. @returns undefined where none does */
export const freezeOf = async (
  { policy, kindOf, audit }: Pick<ChangesCore, 'policy' | 'kindOf' | 'audit'>,
  db: Db,
  { kind, terms }: RequestedChange,
): Promise<ChangeFreeze | undefined> => {
  if (kindOf(kind).takesAway) return undefined;
  return (await listFreezes(audit, db)).find((freeze) => isStopped(freeze, kindOf(kind), terms, policy.current()));
};

/** Whether a freeze is about this: of everything, or of a place at or above which it gives something. */
export const isStopped = (
  { place }: Pick<ChangeFreeze, 'place'>,
  kind: ChangeKind,
  terms: unknown,
  policy: Policy,
): boolean => {
  if (kind.takesAway) return false;
  // Ids do not show what a management group contains: it may be any subscription.
  if (!place || place.scope.kind === 'managementGroup') return true;
  return scopesOf(kind, terms, policy).some((scope) => !scope || scopeContains(place.scope, scope));
};

/** @returns undefined for one that is no longer known */
const scopesOf = (kind: ChangeKind, terms: unknown, policy: Policy): readonly (Scope | undefined)[] => {
  if (kind.scopes) return kind.scopes(terms).map(parseScope);
  const { place } = kind.facets(terms);
  return place === undefined ? [] : [policy.place(place)?.scope];
};

/** What texts say of a freeze. */
const freezeValues = ({ place, by, reason }: ChangeFreeze): Forbidden['values'] => ({
  who: by.name,
  everywhere: place === undefined,
  place: place?.title ?? '',
  reason,
});

/** Why it cannot be requested or approved now: who stopped it, since when, and why. */
export const frozenRefusal = (freeze: ChangeFreeze): DecisionRefusal =>
  refuse('frozen', { ...freezeValues(freeze), when: new Date(freeze.at) });

/** The same of a waiting request, for its card, which has the moment beside it. */
export const frozenNews = (freeze: ChangeFreeze): Forbidden => ({
  text: 'changes.why.frozen',
  values: freezeValues(freeze),
});

/** Why an approved change is not sent. */
export const stoppedByFreeze = (freeze: ChangeFreeze): Stopped => ({
  code: FROZEN,
  text: 'changes.failure.frozen',
  values: { ...freezeValues(freeze), at: iso(freeze.at) },
  rules: [],
});
