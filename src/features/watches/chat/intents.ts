import type { Suggest } from '#bot/commands/registry.ts';
import { acts, asks, choice, named, shows, type Taking, taking } from '#bot/understanding/intent.ts';

const which: Taking = taking('watch', undefined, 'which');
const whichOne = [which, named('place', 'on'), named('share', 'on')];
const muted: Taking = { argument: 'what', by: 'name', kind: 'service', word: 'service' };
/** A service or region by the name that everybody knows; else whatever stands behind the word for it. */
const mutable: readonly Taking[] = [
  muted,
  { ...muted, kind: 'region', word: 'region' },
  ...['service', 'region', 'consumer'].map((word): Taking => ({ ...taking('proper', word, 'what'), lead: word })),
];
const event = taking('event');
const until = [taking('length', 'for', 'until'), taking('until', 'until')];

export const intents = [
  asks(
    'watch',
    { ...choice('watched', undefined, 'what'), otherwise: { value: 'health', unless: 'share' } },
    choice('except', 'except'),
    named('place', 'on'),
    named('share', 'on'),
    choice('level', 'level'),
    choice('type', 'type'),
    named('service', 'service'),
    named('region', 'region'),
    choice('digest', 'digest'),
    taking('hours', 'quiet', 'quiet'),
    { ...named('language', 'language'), lead: 'alerts' },
  ),
  shows('watches'),
  acts('unwatch', ...whichOne),
  acts('pause', ...whichOne, taking('length', 'for', 'duration'), taking('until', 'until')),
  acts('resume', ...whichOne),
  acts('test alert'),
  acts('mute', ...mutable, taking('length', 'for', 'duration'), taking('until', 'until')),
  acts('unmute', ...mutable),
  shows('why', event),
  acts('ack', event),
  acts('snooze', event, ...until),
];

export const suggest: Suggest = ({ where }) => (where.kind === 'personal' ? [] : ['watches']);
