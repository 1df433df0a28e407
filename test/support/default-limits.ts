import { limitsOf, limitsSection } from '#policy/model/sections.ts';
import { createTestPolicy } from './policy.ts';

/** What holds where a policy says nothing of limits. */
export const defaultLimits = limitsOf(createTestPolicy('people: {}', [limitsSection]).current());
