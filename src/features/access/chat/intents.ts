import type { Suggest } from '#bot/commands/registry.ts';
import { acts, asks, choice, grave, named, reason, shows, takesAway, taking } from '#bot/understanding/intent.ts';
import type { Name } from '#bot/understanding/vocabulary.ts';
import type { Policy } from '#policy/policy.ts';
import { kitsOf, rolesOf } from '../policy.ts';
import { requestableFor } from '../requestable.ts';

export const intents = [
  asks(
    'request role',
    named('role'),
    // “request on-call kit” names a kit where a role may stand.
    named('kit', undefined, 'role'),
    named('place', 'on'),
    { ...named('person', 'for'), lead: 'receiver' },
    { ...choice('receiver', 'for', 'person'), lead: 'receiver' },
    { ...taking('length', 'for', 'duration'), endless: 'no end' },
    taking('until', 'until'),
    taking('from', 'from'),
    taking('ticket', 'ticket'),
    reason,
  ),
  asks(
    'request kit',
    named('kit'),
    named('person', 'for'),
    taking('length', 'for', 'duration'),
    taking('until', 'until'),
    taking('from', 'from'),
    taking('ticket', 'ticket'),
    reason,
  ),
  asks(
    'extend',
    named('role'),
    named('place', 'on'),
    { ...taking('length', 'for', 'duration'), endless: 'no end' },
    taking('until', 'until'),
    taking('ticket', 'ticket'),
    reason,
  ),
  grave(
    asks(
      'break glass',
      named('role'),
      named('place', 'on'),
      taking('length', 'for', 'duration'),
      taking('until', 'until'),
      taking('ticket', 'ticket'),
      reason,
    ),
  ),
  shows('roles', named('place', 'on')),
  shows('my access'),
  shows('who has access', named('place', 'to')),
  shows('who has access now', named('place', 'to')),
  shows('export who has access', named('place', 'to')),
  shows('drift'),
  acts('review access', named('place', 'on')),
  takesAway(asks('remove access', named('role'), named('place', 'on'), named('person', 'of'), reason)),
  takesAway(asks('remove all access', { ...named('person', 'of'), needed: true }, reason)),
];

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
