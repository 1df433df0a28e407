import type { Name } from '#bot/understanding/vocabulary.ts';
import type { Policy } from '#policy/policy.ts';
import { sharedOf } from '../policy.ts';

export const vocabulary = (policy: Policy): readonly Name[] =>
  sharedOf(policy).map(({ key, title }) => ({ kind: 'share', key, titles: [title] }));
