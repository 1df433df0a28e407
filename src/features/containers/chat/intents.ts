import type { Suggest } from '#bot/commands/registry.ts';
import { asks, grave, named, reason, shows, taking } from '#bot/understanding/intent.ts';
import type { Name } from '#bot/understanding/vocabulary.ts';
import type { Policy } from '#policy/policy.ts';
import { containerPlaces, maySee } from '../policy.ts';

export const intents = [
  grave(
    asks(
      'deploy container',
      { ...named('group', undefined, 'name'), orNew: true },
      taking('image', 'image'),
      named('place', 'on'),
      reason,
      taking('document', '\n'),
    ),
  ),
  shows('container', named('group', undefined, 'name'), named('place', 'on')),
];

export const vocabulary = (policy: Policy): readonly Name[] =>
  containerPlaces(policy).flatMap(({ key: place, groups }) =>
    groups.map((key) => ({ kind: 'group', key, titles: [], implies: { place } })),
  );

export const suggest: Suggest = ({ who }, { policy }) =>
  containerPlaces(policy.current()).length > 0 && maySee(policy.current(), who.objectId) ? ['containers'] : [];
