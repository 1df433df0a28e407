import { z } from 'zod';
import { parseScope, type Scope, scopeKey } from '../../api/request/path.ts';

const person = z.object({ objectId: z.string(), name: z.string() });
const role = z.object({ key: z.string(), title: z.string(), id: z.string() });
/** A place by its name in the policy; `scope` is the vendor's id of it. */
const place = z.object({ key: z.string(), title: z.string(), scope: z.string() });

/** How long the eligibility is to last, counted from its start. */
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
  /** Milliseconds since 1970; null: as soon as it is approved, so that waiting eats nothing of it. */
  start: z.number().nullable(),
  length,
  reason: z.string(),
  ticket: z.string(),
  /** What was sent to the vendor; set when it is approved. */
  window: z.object({ start: z.number(), end: z.number().nullable() }).nullable(),
});
export type GrantTerms = z.infer<typeof grantTerms>;

export const removeTerms = z.object({
  person,
  place,
  role,
  reason: z.string(),
  /** The role's policy may want one for a removal too (document 1: "policy rules pass"). */
  ticket: z.string(),
  by: z.string(),
  /** The change that granted it, when it was one of ours. */
  grant: z.string().nullable(),
});
export type RemoveTerms = z.infer<typeof removeTerms>;

/** Who, what and where in one text: two grants with the same one are the same. */
export const grantKey = (terms: Pick<GrantTerms, 'person' | 'place' | 'role'>): string =>
  [terms.person.objectId, terms.role.id, scopeKey(scopeOf(terms.place))].join(' ').toLowerCase();

/** @throws Error for a scope that does not parse; terms were checked when they were written */
export const scopeOf = (where: { readonly scope: string }): Scope => {
  const parsed = parseScope(where.scope);
  if (!parsed) throw new Error('stored terms name no scope');
  return parsed;
};

/** When the eligibility begins and ends if it is approved at `now`. */
export const windowOf = (terms: GrantTerms, now: number): NonNullable<GrantTerms['window']> => {
  const start = Math.max(terms.start ?? now, now);
  if (terms.length.kind === 'always') return { start, end: null };
  return { start, end: terms.length.kind === 'until' ? terms.length.at : start + terms.length.ms };
};
