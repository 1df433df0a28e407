import type { ChangeKind, Facets } from '../../changes/change-kind.ts';
import { accept } from './accept.ts';
import type { Asking } from './asking.ts';
import { create } from './create.ts';
import { billingScopesOf, type PolicyBilling } from './policy.ts';
import { NONE } from './terms.ts';

/** A new subscription, or an alias for one that is there already. */
export type Kind = 'new' | 'alias';

/** Whether some rule would take some wish of this person's of which this much is known. */
const mayAskAny = <T>({ policy, mayAsk }: Asking, kind: ChangeKind<T>, known: Facets): boolean =>
  mayAsk(kind.name, { ...kind.facetWords(policy), ...known });

const facetOf = (kind: Kind): string => (kind === 'new' ? 'new' : 'existing');

/** What this person may have such a subscription billed to. */
export const offeredBilling = (kind: Kind, asking: Asking): readonly PolicyBilling[] =>
  billingScopesOf(asking.policy).filter(({ key }) =>
    mayAskAny(asking, create, { subscription: facetOf(kind), billing: key }),
  );

/** An alias need not say who pays. */
export const mayCreate = (kind: Kind, asking: Asking): boolean =>
  offeredBilling(kind, asking).length > 0 ||
  (kind === 'alias' && mayAskAny(asking, create, { subscription: facetOf(kind), billing: NONE }));

export const mayAccept = (asking: Asking): boolean => mayAskAny(asking, accept, {});
