import { choice, named, shows, taking } from '../../../bot/understanding/intent.ts';

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
