import type { Suggest } from '#bot/commands/registry.ts';
import type { Name } from '#bot/understanding/vocabulary.ts';
import type { Policy } from '#policy/policy.ts';
import { containerPlaces, maySee } from '../policy.ts';

export const vocabulary = (policy: Policy): readonly Name[] =>
  containerPlaces(policy).flatMap(({ key: place, groups }) =>
    groups.map((key) => ({ kind: 'group', key, titles: [], implies: { place } })),
  );

export const suggest: Suggest = ({ who }, { policy }) =>
  containerPlaces(policy.current()).length > 0 && maySee(policy.current(), who.objectId) ? ['containers'] : [];
