import { VendorError } from '../../api/errors/errors.ts';
import type { ContainerGroup } from '../../api/operations/container-groups.ts';
import type { CardJson } from '../../cards/define-card.ts';
import { AppError } from '../../lib/errors.ts';
import { oneLine } from '../../lib/text.ts';
import type { Policy } from '../../policy/policy.ts';
import type { Words } from '../../texts/texts.ts';
import type { Services } from '../feature.ts';
import { renderGroup } from './cards/group-card.ts';
import { GROUP_NAME } from './document/schema.ts';
import { type KnownGroup, knownGroups } from './known-groups.ts';
import { type ContainerPlace, containerPlaces, findContainerPlace, maySee } from './policy.ts';
import { findGroup } from './standing.ts';

/** Somebody who looks, and until when the vendor's last answer must be there. */
export interface Looking {
  readonly services: Services;
  readonly words: Words;
  readonly correlation: string;
  /** In milliseconds since 1970. */
  readonly endBy: number;
}

/** @throws AppError for a person whom the policy does not let look */
export const requireSeer = (policy: Policy, objectId: string): void => {
  if (maySee(policy, objectId)) return;
  throw new AppError({ code: 'Policy.NotAllowed', text: 'containers.refused.see' });
};

/** A group as it is now. @throws AppError where there is none of that name */
export const readGroup = async (
  { services, correlation, endBy }: Looking,
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

export const drawGroup = async (looking: Looking, which: KnownGroup): Promise<CardJson> => {
  const found = await readGroup(looking, which);
  return renderGroup(found, which.place, looking.services.clock.now(), looking.words);
};

/** What is meant by a name and perhaps a place: one group, or the groups that are known there. */
type Meant =
  | { readonly is: 'group'; readonly which: KnownGroup }
  | { readonly is: 'list'; readonly place: ContainerPlace | undefined };

/** @throws AppError for a place that the policy does not name, and for what can be no group's name */
export const findMeant = async (
  looking: Looking,
  { group, place: said }: { readonly group: string; readonly place?: string },
): Promise<Meant> => {
  const { services } = looking;
  const policy = services.policy.current();
  const place = placeOf(policy, said);
  if (group === '') return { is: 'list', place };
  const asPlace = said === undefined ? findContainerPlace(policy, group) : undefined;
  if (asPlace) return { is: 'list', place: asPlace };
  if (!GROUP_NAME.test(group)) {
    const values = { group: oneLine(group, 63) };
    throw new AppError({ code: 'Container.BadName', text: 'containers.refused.badName', values });
  }
  if (place) return { is: 'group', which: { place, group } };
  const known = (await knownGroups(policy, services.changes)).filter((one) => one.group === group);
  const [only, ...others] = known.length > 0 ? known : await whereItIs(looking, group, containerPlaces(policy));
  if (only && others.length === 0) return { is: 'group', which: only };
  const values = {
    group: oneLine(group, 63),
    places: titles(others.length > 0 ? known.map((one) => one.place) : containerPlaces(policy), looking),
  };
  throw new AppError({
    code: 'Container.NotFound',
    text: others.length > 0 ? 'containers.refused.severalPlaces' : 'containers.refused.nowhere',
    values,
  });
};

const titles = (places: readonly ContainerPlace[], { words }: Looking): string =>
  new Intl.ListFormat(words.spoken, { type: 'disjunction' }).format(places.map(({ title }) => title));

const placeOf = (policy: Policy, said: string | undefined): ContainerPlace | undefined => {
  if (said === undefined) return undefined;
  const found = findContainerPlace(policy, said);
  if (found) return found;
  throw new AppError({
    code: 'Container.NoPlace',
    text: 'containers.refused.noPlace',
    values: {
      place: oneLine(said, 60),
      places:
        containerPlaces(policy)
          .map(({ title }) => title)
          .join(', ') || '–',
    },
  });
};

/** No more places are asked for a group that nobody knows. */
const MOST_PLACES = 6;

const whereItIs = async (
  { services, correlation, endBy }: Looking,
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

/** How a group of a list is; undefined where the vendor does not say. */
export const stateIfRead = async (looking: Looking, which: KnownGroup): Promise<ContainerGroup | undefined> => {
  try {
    return await readGroup(looking, which);
  } catch (error) {
    if (error instanceof VendorError || error instanceof AppError) return undefined;
    throw error;
  }
};
