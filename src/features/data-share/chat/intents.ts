import { choice, named, shows, taking } from '#bot/understanding/intent.ts';
import type { Name } from '#bot/understanding/vocabulary.ts';
import type { Policy } from '#policy/policy.ts';
import { sharedOf } from '../policy.ts';

export const intents = [
  shows('syncs', named('share'), choice('failed'), taking('since', 'since'), taking('proper', 'by', 'by')),
  shows('sync settings', named('share')),
];

export const vocabulary = (policy: Policy): readonly Name[] =>
  sharedOf(policy).map(({ key, title }) => ({ kind: 'share', key, titles: [title] }));
