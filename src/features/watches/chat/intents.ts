import type { Suggest } from '../../../bot/commands/registry.ts';
import { acts, asks, choice, named, shows, type Taking, taking } from '../../../bot/understanding/intent.ts';

const which: Taking = taking('watch', undefined, 'which');
const whichOne = [which, named('place', 'on'), named('share', 'on')];
const consumer: Taking = { ...taking('proper', 'consumer', 'what'), behind: ['consumer'] };
const muted: Taking = { argument: 'what', by: 'name', kind: 'service', word: 'service' };

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
  ),
  shows('watches'),
  acts('unwatch', ...whichOne),
  acts('pause', ...whichOne, taking('length', 'for', 'duration'), taking('until', 'until')),
  acts('resume', ...whichOne),
  acts('test alert'),
  acts('mute', muted, { ...muted, kind: 'region', word: 'region' }, consumer),
  acts('unmute', muted, { ...muted, kind: 'region', word: 'region' }, consumer),
  shows('why', taking('event')),
];

export const suggest: Suggest = ({ where }) => (where.kind === 'personal' ? [] : ['watches']);
