import { VendorError } from '#cloud/errors/errors.ts';
import type { ContainerGroup } from '#cloud/operations/container-groups.ts';
import type { Changes } from '#engine/changes/changes.ts';
import type { Services } from '#features/feature.ts';
import { AppError } from '#platform/lib/errors.ts';
import { oneLine } from '#platform/lib/text.ts';
import { listed, type Words } from '#platform/texts/texts.ts';
import { notAllowed, type Policy } from '#policy/policy.ts';
import { GROUP_NAME } from './document/schema.ts';
import { findGroup } from './group-state.ts';
import { type ContainerPlace, containerPlaces, findContainerPlace, maySee } from './policy.ts';
import { DEPLOY, deployTerms } from './terms.ts';

export interface KnownGroup {
  readonly place: ContainerPlace;
  readonly group: string;
}

/** The most requests that are searched. */
const MOST = 200;

/** The vendor lists no groups: known groups are those in the policy and those deployed through Steward. */
export const knownGroups = async (policy: Policy, changes: Pick<Changes, 'list'>): Promise<readonly KnownGroup[]> => {
  const places = containerPlaces(policy);
  const named = places.flatMap((place) => place.groups.map((group) => ({ place, group })));
  const done = await changes.list({ kinds: [DEPLOY], states: ['done', 'doing', 'failed', 'unconfirmed'] }, MOST);
  const deployed = done.flatMap((change) => {
    const terms = deployTerms.safeParse(change.terms).data;
    const place = places.find(({ key }) => key === terms?.place.key);
    return terms && place ? [{ place, group: terms.group }] : [];
  });
  const each = new Map([...deployed, ...named].map((one) => [[one.place.key, one.group].join(' '), one]));
  return [...each.values()].sort((a, b) => (a.group < b.group ? -1 : 1));
};

/** The reader, and the deadline for the vendor's answers. */
export interface ReadContext {
  readonly services: Services;
  readonly words: Words;
  /** Directory object id. */
  readonly requester: string;
  readonly correlation: string;
  /** In milliseconds since 1970. */
  readonly endBy: number;
}

/** @throws AppError for a person who may not see container groups */
export const requireViewer = (policy: Policy, objectId: string): void => {
  if (maySee(policy, objectId)) return;
  throw notAllowed('containers.refused.see', policy, (person) => maySee(policy, person));
};

/** The group's current state. @throws AppError where no group has that name */
export const readGroup = async (
  { services, correlation, endBy }: ReadContext,
  { place, group }: KnownGroup,
): Promise<ContainerGroup> => {
  const { subscriptionId, resourceGroup } = place;
  const found = await findGroup(services.vendor, { subscriptionId, resourceGroup, group }, { correlation, endBy });
  if (found) return found;
  throw new AppError({
    code: 'Container.NotFound',
    text: 'containers.refused.noGroup',
    values: { group: oneLine(group, 63), place: place.title },
  });
};

/** The result of a lookup by name and optional place: one group, or the known groups there. */
type LookupResult =
  | { readonly is: 'group'; readonly which: KnownGroup }
  | { readonly is: 'list'; readonly place: ContainerPlace | undefined };

/** @throws AppError for a place that the policy lacks, and for an invalid group name */
export const resolveGroup = async (
  context: ReadContext,
  { group, place: placeName }: { readonly group: string; readonly place?: string | undefined },
): Promise<LookupResult> => {
  const { services } = context;
  const policy = services.policy.current();
  const place = placeOf(policy, placeName);
  if (group === '') return { is: 'list', place };
  const asPlace = placeName === undefined ? findContainerPlace(policy, group) : undefined;
  if (asPlace) return { is: 'list', place: asPlace };
  if (!GROUP_NAME.test(group)) {
    const values = { group: oneLine(group, 63) };
    throw new AppError({ code: 'Container.BadName', text: 'containers.refused.badName', values });
  }
  if (place) return { is: 'group', which: { place, group } };
  const known = (await knownGroups(policy, services.changes)).filter((one) => one.group === group);
  const [only, ...others] = known.length > 0 ? known : await searchPlaces(context, group, containerPlaces(policy));
  if (only && others.length === 0) return { is: 'group', which: only };
  const values = {
    group: oneLine(group, 63),
    places: titles(others.length > 0 ? known.map((one) => one.place) : containerPlaces(policy), context),
  };
  throw new AppError({
    code: 'Container.NotFound',
    text: others.length > 0 ? 'containers.refused.severalPlaces' : 'containers.refused.nowhere',
    values,
  });
};

const titles = (places: readonly ContainerPlace[], { words }: ReadContext): string =>
  listed(
    places.map(({ title }) => title),
    words,
    'disjunction',
  );

const placeOf = (policy: Policy, placeName: string | undefined): ContainerPlace | undefined => {
  if (placeName === undefined) return undefined;
  const found = findContainerPlace(policy, placeName);
  if (found) return found;
  throw new AppError({
    code: 'Container.NoPlace',
    text: 'containers.refused.noPlace',
    values: {
      place: oneLine(placeName, 60),
      places:
        containerPlaces(policy)
          .map(({ title }) => title)
          .join(', ') || '–',
    },
  });
};

/** The most places that are searched for an unknown group. */
const MOST_PLACES = 6;

const searchPlaces = async (
  { services, correlation, endBy }: ReadContext,
  group: string,
  places: readonly ContainerPlace[],
): Promise<readonly KnownGroup[]> => {
  const found = await Promise.all(
    places.slice(0, MOST_PLACES).map(async (place) => {
      const { subscriptionId, resourceGroup } = place;
      const there = await findGroup(services.vendor, { subscriptionId, resourceGroup, group }, { correlation, endBy });
      return there ? [{ place, group }] : [];
    }),
  );
  return found.flat();
};

/** A listed group's state; undefined where it cannot be read. */
export const tryReadGroup = async (context: ReadContext, which: KnownGroup): Promise<ContainerGroup | undefined> => {
  try {
    return await readGroup(context, which);
  } catch (error) {
    if (error instanceof VendorError || error instanceof AppError) return undefined;
    throw error;
  }
};
