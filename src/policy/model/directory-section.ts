import { z } from 'zod';
import type { Policy } from '#policy/policy.ts';
import { defineSection } from '#policy/section.ts';
import { durationSchema } from './entries.ts';

const SHORTEST = 30_000;
const LONGEST = 60 * 60_000;

/** How often the groups of the tenant's directory are read for lists, mentions and views; a decision reads them itself. */
export const directorySection = defineSection(
  'directory',
  z
    .strictObject({
      every: durationSchema('"5 minutes"')
        .refine((ms) => ms >= SHORTEST && ms <= LONGEST, 'is too short or too long → write 30 seconds to 1 hour')
        .prefault('5 minutes'),
    })
    .prefault({}),
);

/** Milliseconds between two reads of the directory's groups. */
export const readEvery = (policy: Policy): number => policy.section(directorySection).every;
