import type { Name } from '#bot/understanding/vocabulary.ts';
import type { Policy } from '#policy/policy.ts';
import { appsOf } from '../policy.ts';

export const vocabulary = (policy: Policy): readonly Name[] =>
  appsOf(policy).map(({ key, title, name }) => ({ kind: 'app', key, titles: [title, name] }));
