import type { Suggest } from '#bot/commands/registry.ts';
import type { Name } from '#bot/understanding/vocabulary.ts';
import type { Policy } from '#policy/policy.ts';
import { kitsOf, rolesOf } from '../policy.ts';
import { requestableFor } from '../requestable.ts';

/** Roles, places by their titles and by what the vendor calls them, kits, people. */
export const vocabulary = (policy: Policy): readonly Name[] => [
  ...rolesOf(policy).map(({ key, title }) => ({ kind: 'role', key, titles: [title] })),
  ...policy.places.map(({ key, title, scope }) => ({ kind: 'place', key, titles: [title, ...lastPartOf(scope)] })),
  ...kitsOf(policy).map(({ key, title }) => ({ kind: 'kit', key, titles: [title], incidental: true as const })),
  ...policy.people.map(({ key, name }) => ({ kind: 'person', key, titles: [name] })),
];

const lastPartOf = (scope: Policy['places'][number]['scope']): readonly string[] => {
  switch (scope.kind) {
    case 'resourceGroup':
      return [scope.resourceGroup];
    case 'managementGroup':
    case 'resource':
      return [scope.name];
    default:
      return [];
  }
};

export const suggest: Suggest = ({ who }, services) =>
  requestableFor(services, who.objectId).length > 0 ? ['request role', 'my access'] : [];
