import { isGuid } from '#cloud/request/path.ts';
import type { ChangeKind, Facets } from '#engine/changes/change-kind.ts';
import type { RuleQuestion } from '#engine/changes/decision/rules.ts';
import type { Services } from '#features/feature.ts';
import type { Db } from '#platform/storage/database.ts';
import type { Words } from '#platform/texts/texts.ts';
import type { Policy } from '#policy/policy.ts';
import type { Answers } from '#teams/cards/form.ts';
import { create } from '../create.ts';
import { billingScopesOf, type PolicyBilling } from '../policy.ts';
import { NONE } from '../terms.ts';

/** What the form's pages are built from. */
export interface SubscriptionFormContext {
  readonly answers: Answers;
  readonly who: { readonly objectId: string; readonly name: string; readonly tenantId: string };
  readonly words: Words;
  readonly policy: Policy;
  readonly db: Db;
  /** Whether some rule lets this person request this; for a facet with several words, any one of them. */
  mayAsk(kind: string, facets: RuleQuestion['facets']): boolean;
}

/** The parts of a form's context that are needed here. */
interface OpenForm extends Pick<SubscriptionFormContext, 'answers'> {
  readonly turn: Pick<SubscriptionFormContext, 'who' | 'words'>;
  readonly services: Services;
}

/** The context of an open form. */
export const subscriptionContextOf = ({ answers, turn, services }: OpenForm): SubscriptionFormContext => ({
  answers,
  who: turn.who,
  words: turn.words,
  policy: services.policy.current(),
  db: services.database.db,
  mayAsk: (kind, facets) => services.changes.mayAsk({ kind, facets, requester: turn.who.objectId, forSelf: false }),
});

/** A new subscription, or an alias for an existing one. */
export type SubscriptionKind = 'new' | 'alias';

/** Whether some rule lets this person request something with these known facets. */
const mayAskAny = <T>({ policy, mayAsk }: SubscriptionFormContext, kind: ChangeKind<T>, known: Facets): boolean =>
  mayAsk(kind.name, { ...kind.facetWords(policy), ...known });

const facetOf = (kind: SubscriptionKind): string => (kind === 'new' ? 'new' : 'existing');

/** The billing scopes that this person may use for such a subscription. */
export const requestableBilling = (kind: SubscriptionKind, form: SubscriptionFormContext): readonly PolicyBilling[] =>
  billingScopesOf(form.policy).filter(({ key }) =>
    mayAskAny(form, create, { subscription: facetOf(kind), billing: key }),
  );

/** An alias need not name a billing scope. */
export const mayCreate = (kind: SubscriptionKind, form: SubscriptionFormContext): boolean =>
  requestableBilling(kind, form).length > 0 ||
  (kind === 'alias' && mayAskAny(form, create, { subscription: facetOf(kind), billing: NONE }));

interface Owner {
  /** Directory object id, in lower case. */
  readonly objectId: string;
  /** The name in the policy, else the id. */
  readonly name: string;
  /** The facet word in rules. */
  readonly known: 'requester' | 'known' | 'other';
}

/** The requester ("me"), a person in the policy by name or key, or a directory object id. */
export const findOwner = ({ policy, who }: SubscriptionFormContext, text: string): Owner | undefined => {
  const name = text.trim();
  const requester = { objectId: who.objectId, name: who.name, known: 'requester' } as const;
  if (/^(me|myself|i)$/i.test(name)) return requester;
  const known = policy.findPeople(name);
  const [only] = known;
  const objectId = only && known.length === 1 ? only.objectId : isGuid(name) ? name.toLowerCase() : undefined;
  if (objectId === undefined) return undefined;
  if (objectId === who.objectId.toLowerCase()) return requester;
  const person = policy.personByObjectId(objectId);
  return person ? { objectId, name: person.name, known: 'known' } : { objectId, name: objectId, known: 'other' };
};
