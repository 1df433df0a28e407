import { z } from 'zod';
import { type ChannelLimits, defaultChannelLimits } from '../../connector/queue/limits.ts';
import { parseDuration } from '../../lib/duration.ts';
import type { Policy } from '../policy.ts';
import { defineSection } from '../section.ts';

const within = z
  .string()
  .refine((text) => parseDuration(text) !== undefined, {
    error: 'is no length of time → write for example "30 seconds"',
  })
  .transform((text) => parseDuration(text) ?? 0);

export const figure = z.strictObject({ count: z.int().min(1).max(100_000), within });

/** How fast Teams may be spoken to; its own figures are the default. */
export const ratesSection = defineSection(
  'teams',
  z
    .strictObject({
      perConversation: z.array(figure).min(1).optional(),
      /** How long what was told once is remembered; cards that stay true are kept as long as what they are about. */
      keep: within.prefault('30 days'),
      perTenantPerSecond: z.int().min(1).max(50).default(defaultChannelLimits.perTenantPerSecond),
    })
    .prefault({}),
);

export const ratesOf = (policy: Policy): ChannelLimits => {
  const { perConversation, perTenantPerSecond } = policy.section(ratesSection);
  const perThread = perConversation?.map(({ count, within: ms }) => ({ count, ms }));
  return { perThread: perThread ?? defaultChannelLimits.perThread, perTenantPerSecond };
};

/** Milliseconds after which a message that is never edited is forgotten. */
export const rememberedFor = (policy: Policy): number => policy.section(ratesSection).keep;
