import { z } from 'zod';
import { statedKind } from '#teams/connector/conversations/conversation.ts';

/** A field that may be absent; some senders write null for that. */
const word = z
  .string()
  .nullable()
  .transform((text) => text ?? undefined)
  .optional();
/** A field that says the same as others, or nothing that matters: unreadable is absent. */
const hint = word.catch(undefined);

/** A text that may become part of an address: no lone surrogates. */
const id = z.string().refine((text) => text.isWellFormed());
const anyId = word.refine((text) => text?.isWellFormed() !== false);
/** Empty where it is absent: whether it may be is for the checks to say. */
const idOrNone = anyId.transform((text) => text ?? '');

/** A part that may be absent, or null: then it is empty. */
const part = <Shape extends z.ZodRawShape>(shape: Shape) => z.preprocess((value) => value ?? {}, z.object(shape));

const time = z.iso.datetime({ offset: true });

/** Only the fields that the bot uses. Teams adds other fields, and leaves out some of these; all stay in `raw`. */
const readable = z.object({
  type: z.string(),
  id: idOrNone,
  timestamp: time.nullish(),
  localTimestamp: time.optional().catch(undefined),
  channelId: z.string(),
  serviceUrl: z.string(),
  from: part({ id: idOrNone, name: hint, aadObjectId: word }),
  recipient: part({ id: idOrNone }),
  conversation: z.object({
    id: id.min(1),
    conversationType: hint,
    tenantId: word,
    isGroup: z.boolean().optional().catch(undefined),
  }),
  channelData: part({
    tenant: part({ id: word }),
    team: part({ id: anyId, name: hint }),
    channel: part({ id: anyId, name: hint, type: hint }),
    eventType: hint,
  }),
  name: word,
  text: word,
  locale: hint,
  localTimezone: hint,
  replyToId: anyId,
  value: z.unknown().optional(),
});

type Read = z.infer<typeof readable>;

/** Messages name it; events of meetings, and some others, leave it to the rest. */
const typeOf = ({ conversation: { id, conversationType, isGroup }, channelData }: Read): string | undefined => {
  if (statedKind(id, conversationType) !== undefined) return conversationType;
  if (channelData.team.id || channelData.channel.id) return 'channel';
  return isGroup === undefined ? undefined : isGroup ? 'groupChat' : 'personal';
};

const activitySchema = readable.transform((read) => ({
  ...read,
  timestamp: read.timestamp ?? read.localTimestamp ?? '',
  conversation: {
    id: read.conversation.id,
    conversationType: typeOf(read),
    // Where both are there, the gate compares both.
    tenantId: read.conversation.tenantId || read.channelData.tenant.id || '',
  },
}));

/** The types that Steward does something with. */
const HANDLED: ReadonlySet<string> = new Set(['message', 'invoke', 'conversationUpdate', 'installationUpdate']);

/** Whether it is for Steward at all. Teams also reports typing, reactions, reading, meetings, and what it will add tomorrow. */
export const isHandled = ({ type }: Pick<VerifiedActivity, 'type'>): boolean => HANDLED.has(type);

/** An activity that passed the gate: typed fields, and in `raw` the whole body as received. */
export type VerifiedActivity = Readonly<z.infer<typeof activitySchema>> & {
  readonly raw: Readonly<Record<string, unknown>>;
};

/** @returns undefined when the body is not a well-formed Teams activity. */
export const readActivity = (body: unknown): VerifiedActivity | undefined => {
  const activity = activitySchema.safeParse(body);
  if (!activity.success) return undefined;
  // The schema accepts only objects.
  const raw = body as VerifiedActivity['raw'];
  const conversation = { ...(raw['conversation'] as object), tenantId: activity.data.conversation.tenantId };
  return { ...activity.data, raw: { ...raw, conversation } };
};
