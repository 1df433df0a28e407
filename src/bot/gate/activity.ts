import { z } from 'zod';

/** A field that may be absent; some senders write null for that. */
const word = z
  .string()
  .nullable()
  .transform((text) => text ?? undefined)
  .optional();

/** What may become part of an address: half a letter cannot. */
const id = z.string().refine((text) => text.isWellFormed());
const anyId = word.refine((text) => text?.isWellFormed() !== false);

/** What the bot relies on, and no more: Teams adds fields as it likes, and they stay in `raw`. */
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
    channel: z.object({ id: anyId, name: word }).optional(),
  }),
  name: word,
  text: word,
  locale: word,
  localTimezone: word,
  replyToId: anyId,
  value: z.unknown().optional(),
});

/** An activity that passed the gate: typed fields, and in `raw` the whole body as it came. */
export type VerifiedActivity = Readonly<z.infer<typeof activitySchema>> & {
  readonly raw: Readonly<Record<string, unknown>>;
};

/** @returns undefined when the body is not a well-formed activity of Teams. */
export const readActivity = (body: unknown): VerifiedActivity | undefined => {
  const activity = activitySchema.safeParse(body);
  // What the schema took is an object.
  return activity.success ? { ...activity.data, raw: body as VerifiedActivity['raw'] } : undefined;
};
