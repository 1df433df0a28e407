import { z } from 'zod';
import { SECOND } from '#platform/lib/clock.ts';
import { durationSchema } from '#policy/model/entries.ts';
import type { Policy } from '#policy/policy.ts';
import { defineSection, unknownGroups } from '#policy/section.ts';

const length = durationSchema('"1 minute"');

const section = z
  .strictObject({
    /** Groups that may manage watches and mutes; none by default. */
    watch: z.array(z.string()).default([]),
    /** Between two polls of a feed. */
    every: length.prefault('1 minute'),
    /** The longest time between two polls, when the vendor has few reads left or does not answer. */
    atMost: length.prefault('10 minutes'),
    /** How long resolved incidents are kept. */
    keep: length.prefault('90 days'),
  })
  .refine(({ every, atMost }) => every >= SECOND && every <= atMost, {
    error: 'the pauses do not fit → "every" is at least 1 second and at most "atMost"',
  })
  .prefault({});
type AlertsPolicy = z.infer<typeof section>;

/** Who may manage watches, and how often feeds are polled. */
export const alertsSection = defineSection('alerts', section, (value, policy) =>
  unknownGroups(policy, value.watch, ['watch']),
);

export const alertsPolicy = (policy: Policy): AlertsPolicy => policy.section(alertsSection);
