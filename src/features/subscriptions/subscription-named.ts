import { isGuid } from '../../api/request/path-segment.ts';
import { parseScope } from '../../api/request/scope.ts';
import type { Policy } from '../../policy/policy.ts';
import { fold } from '../../policy/problems/wording.ts';
import type { Db } from '../../storage/database.ts';
import { findKnown, type KnownSubscription, listMade } from './made.ts';
import { findNamed, subscriptionsOf } from './policy.ts';
import { MADE, OTHER } from './terms.ts';

export interface FoundSubscription {
  readonly id: string;
  readonly title: string;
  /** How rules call it: a key of the policy, `made`, or `other`. */
  readonly known: string;
  /** Ids of the changes whose cards tell of it. */
  readonly toldBy: readonly string[];
}

/** A name of the policy, the name of one that was made through Steward, its id, or the id as the vendor writes it. */
export const findSubscription = async (
  db: Db,
  policy: Policy,
  text: string,
): Promise<FoundSubscription | undefined> => {
  const said = text.trim();
  const id = idIn(said);
  const named = subscriptionsOf(policy);
  const entry = id === undefined ? findNamed(named, said) : named.find((one) => one.id === id);
  const known = entry ? await findKnown(db, entry.id) : await (id === undefined ? madeAs(db, said) : findKnown(db, id));
  const toldBy = known?.toldBy ?? [];
  if (entry) return { id: entry.id, title: entry.title, known: entry.key, toldBy };
  if (known?.made) return { id: known.id, title: known.name, known: MADE, toldBy };
  return id === undefined ? undefined : { id, title: known?.name ?? id, known: OTHER, toldBy };
};

const idIn = (said: string): string | undefined => {
  if (isGuid(said)) return said.toLowerCase();
  const scope = parseScope(said);
  return scope?.kind === 'subscription' ? scope.subscriptionId.toLowerCase() : undefined;
};

/** Only a name that one alone of them has. */
const madeAs = async (db: Db, said: string): Promise<KnownSubscription | undefined> => {
  const found = (await listMade(db)).filter(({ name }) => fold(name) === fold(said));
  return found.length === 1 ? found[0] : undefined;
};
