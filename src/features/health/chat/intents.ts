import type { Suggest } from '#bot/commands/registry.ts';
import { choice, named, shows, taking } from '#bot/understanding/intent.ts';
import { mayRead } from '../policy.ts';

export const intents = [
  shows(
    'health',
    named('place', 'on'),
    taking('since', 'since'),
    choice('level', 'level'),
    choice('type', 'type'),
    named('service', 'service'),
    named('region', 'region'),
  ),
];

export const suggest: Suggest = ({ who }, { policy }) => (mayRead(policy.current(), who.objectId) ? ['health'] : []);
