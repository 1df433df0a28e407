import type { Changes } from '../../changes/changes.ts';
import type { Policy } from '../../policy/policy.ts';
import { type ContainerPlace, containerPlaces } from './policy.ts';
import { DEPLOY, deployTerms } from './terms.ts';

export interface KnownGroup {
  readonly place: ContainerPlace;
  readonly group: string;
}

/** So many requests are looked at. */
const MOST = 200;

/** The vendor lists no groups: known are those of the policy, and those that were deployed from here. */
export const knownGroups = async (policy: Policy, changes: Pick<Changes, 'list'>): Promise<readonly KnownGroup[]> => {
  const places = containerPlaces(policy);
  const named = places.flatMap((place) => place.groups.map((group) => ({ place, group })));
  const done = await changes.list({ kinds: [DEPLOY], states: ['done', 'doing', 'failed', 'unconfirmed'] }, MOST);
  const made = done.flatMap((change) => {
    const terms = deployTerms.safeParse(change.terms).data;
    const place = places.find(({ key }) => key === terms?.place.key);
    return terms && place ? [{ place, group: terms.group }] : [];
  });
  const each = new Map([...made, ...named].map((one) => [[one.place.key, one.group].join(' '), one]));
  return [...each.values()].sort((a, b) => (a.group < b.group ? -1 : 1));
};
