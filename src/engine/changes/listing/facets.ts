import type { Policy } from '#policy/policy.ts';
import type { ChangeKind } from '../change-kind.ts';
import type { ListedBy } from '../tables.ts';

/** What a list says of a change beside its own columns. */
export interface Listed extends ListedBy {
  /** When what it gave ends by itself, in milliseconds since 1970. */
  readonly until: number | undefined;
}

/** What the lists find a change by: its place and its role in the policy's names, and its receiver. */
export const listedBy = (policy: Policy, kind: ChangeKind, terms: unknown): ListedBy => {
  const facets = kind.facets(terms);
  const [concerned] = kind.concerns(terms, policy);
  return {
    place: kind.place?.(terms, policy) ?? facets['place'] ?? null,
    role: facets['role'] ?? null,
    concerned: concerned?.toLowerCase() ?? null,
  };
};
