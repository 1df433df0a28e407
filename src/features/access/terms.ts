import { z } from 'zod';
import { parseScope, type Scope, scopeKey } from '#cloud/request/path.ts';

const person = z.object({ objectId: z.string(), name: z.string() });
const role = z.object({ key: z.string(), title: z.string(), id: z.string() });
/** A place by its name in the policy; `scope` is the vendor's id. */
const place = z.object({ key: z.string(), title: z.string(), scope: z.string() });

/** The duration of the eligibility, from its start. */
const length = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('for'), ms: z.number() }),
  z.object({ kind: z.literal('until'), at: z.number() }),
  z.object({ kind: z.literal('always') }),
]);
export type Length = z.infer<typeof length>;

export const grantTerms = z.object({
  person,
  place,
  role,
  /** Milliseconds since 1970; null: on approval, so that waiting does not shorten it. */
  start: z.number().nullable(),
  length,
  /** What was asked for, where an approver made it shorter. */
  requested: length.optional(),
  reason: z.string(),
  ticket: z.string(),
  /** The condition that limited this role before it was removed: this request is without it. */
  widens: z.string().optional(),
  /** What it goes on from: the grant of ours, if it is one, and its end in milliseconds since 1970. */
  extends: z.object({ grant: z.string().nullable(), end: z.number() }).optional(),
  /** The incident for which it is asked: the id of its card where that was done, and its id at the source; never its words. */
  incident: z.object({ card: z.string(), key: z.string() }).optional(),
  /** The requester's time zone (IANA), for the notice before its end. */
  zone: z.string().optional(),
  /** The window sent to the vendor; set on approval. */
  window: z.object({ start: z.number(), end: z.number().nullable() }).nullable(),
});
export type GrantTerms = z.infer<typeof grantTerms>;

export const removeTerms = z.object({
  person,
  place,
  role,
  reason: z.string(),
  /** The role's policy may require one for a removal too (docs/sources.md, Roles: "policy rules pass"). */
  ticket: z.string(),
  by: z.string(),
  /** Who asked for it in that person's place, as a directory object id: they may give it back too. */
  askedBy: z.string().optional(),
  /** The change that granted it, if it was one of ours. */
  grant: z.string().nullable(),
  /** When that grant began, in milliseconds since 1970. */
  began: z.number().optional(),
  /** The vendor's condition on what is removed: another grant would be without it. */
  condition: z.string().optional(),
  /** The row of the review of access that decided it. */
  review: z.string().optional(),
});
export type RemoveTerms = z.infer<typeof removeTerms>;

/** Person, role and place as one key: equal keys are the same grant. */
export const grantKey = (terms: Pick<GrantTerms, 'person' | 'place' | 'role'>): string =>
  [terms.person.objectId, terms.role.id, scopeKey(scopeOf(terms.place))].join(' ').toLowerCase();

/** @throws Error for a scope that does not parse; terms are checked when they are stored */
export const scopeOf = (where: { readonly scope: string }): Scope => {
  const parsed = parseScope(where.scope);
  if (!parsed) throw new Error('stored terms name no scope');
  return parsed;
};

/** Start and end of the eligibility if it is approved at `now`. */
export const windowOf = (terms: GrantTerms, now: number): NonNullable<GrantTerms['window']> => {
  const start = Math.max(terms.start ?? now, now);
  if (terms.length.kind === 'always') return { start, end: null };
  return { start, end: terms.length.kind === 'until' ? terms.length.at : start + terms.length.ms };
};
