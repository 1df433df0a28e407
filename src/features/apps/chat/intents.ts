import { asks, named, reason, shows, takesAway, taking } from '#bot/understanding/intent.ts';
import type { Name } from '#bot/understanding/vocabulary.ts';
import type { Policy } from '#policy/policy.ts';
import { appsOf } from '../policy.ts';

export const intents = [
  takesAway(asks('remove app user', taking('email'), named('app', 'from'), reason)),
  shows('who am i in apps'),
];

export const vocabulary = (policy: Policy): readonly Name[] =>
  appsOf(policy).map(({ key, title, name }) => ({ kind: 'app', key, titles: [title, name] }));
