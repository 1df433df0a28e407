import { z } from 'zod';

/** A field that may be absent; some senders write null for that. */
const word = z
  .string()
  .nullable()
  .transform((text) => text ?? undefined)
  .optional();

/** A text that may become part of an address: no lone surrogates. */
const id = z.string().refine((text) => text.isWellFormed());
const anyId = word.refine((text) => text?.isWellFormed() !== false);

/** Only the fields that the bot uses. Teams adds other fields; they stay in `raw`. */
const activitySchema = z.object({
  type: z.string(),
  id,
  timestamp: z.iso.datetime({ offset: true }),
  channelId: z.string(),
  serviceUrl: z.string(),
  from: z.object({ id, name: word, aadObjectId: word }),
  recipient: z.object({ id }),
  conversation: z.object({ id: id.min(1), conversationType: word, tenantId: z.string() }),
  channelData: z.object({
    tenant: z.object({ id: z.string() }),
    team: z.object({ id: anyId, name: word }).optional(),
    channel: z.object({ id: anyId, name: word, type: word.catch(undefined) }).optional(),
    eventType: word.catch(undefined),
  }),
  name: word,
  text: word,
  locale: word,
  localTimezone: word,
  replyToId: anyId,
  value: z.unknown().optional(),
});

/** An activity that passed the gate: typed fields, and in `raw` the whole body as received. */
export type VerifiedActivity = Readonly<z.infer<typeof activitySchema>> & {
  readonly raw: Readonly<Record<string, unknown>>;
};

/** @returns undefined when the body is not a well-formed Teams activity. */
export const readActivity = (body: unknown): VerifiedActivity | undefined => {
  const activity = activitySchema.safeParse(body);
  // The schema accepts only objects.
  return activity.success ? { ...activity.data, raw: body as VerifiedActivity['raw'] } : undefined;
};
