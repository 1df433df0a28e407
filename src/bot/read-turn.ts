import { z } from 'zod';
import type { Ids } from '../lib/ids.ts';
import { oneLine } from '../lib/text.ts';
import type { Texts } from '../texts/texts.ts';
import type { VerifiedActivity } from './gate/activity.ts';
import { isDialog } from './invoke.ts';
import type { Turn } from './turn.ts';
import { type Mention, readTyped } from './typed-message.ts';

const entity = z.object({
  type: z.string(),
  text: z.string().optional(),
  mentioned: z.object({ id: z.string() }).optional(),
  locale: z.string().optional(),
  timezone: z.string().optional(),
});
type Entity = z.infer<typeof entity>;

const anyList = z.array(z.unknown()).catch([]);

/** What Teams adds beside the text; an entity of an unknown shape is passed over. */
const entitiesOf = (activity: VerifiedActivity): Entity[] =>
  anyList.parse(activity.raw.entities).flatMap((raw) => {
    const read = entity.safeParse(raw);
    return read.success ? [read.data] : [];
  });

/** Teams gives a press and a dialog 5 s, the way there and back included; a message may take longer. */
const DIALOG_MS = 3_000;
const PRESS_MS = 3_500;
const MESSAGE_MS = 8_000;

/** Builds what handlers may know from what passed the gate. */
export const readTurn = (activity: VerifiedActivity, now: number, ids: Ids, texts: Texts): Turn => {
  const entities = entitiesOf(activity);
  const client = entities.find(({ type }) => type === 'clientInfo');
  const zone = validZone(client?.timezone ?? activity.localTimezone);
  const { conversation, channelData } = activity;
  const kind = conversationKind(conversation.conversationType);
  return {
    who: {
      objectId: (activity.from.aadObjectId ?? '').toLowerCase(),
      tenantId: conversation.tenantId,
      name: oneLine(activity.from.name ?? '', 100) || '?',
      teamsId: activity.from.id,
    },
    where: {
      conversationId: conversation.id,
      kind,
      ...optional('teamId', channelData.team?.id),
      ...optional('teamName', channelData.team?.name),
      ...optional('channelName', channelData.channel?.name),
    },
    ...readTyped(activity, mentionsIn(entities)),
    source: `${conversation.id} ${activity.id}`,
    answerBy: now + patienceOf(activity),
    correlation: ids.opaque(),
    words: texts.for(activity.locale ?? client?.locale, zone),
    zone,
    ...(isInvoke(activity) && isDialog(activity) ? { dialog: true } : {}),
    ...(activity.replyToId && isInvoke(activity) && PRESSES.has(activity.name)
      ? { pressed: { conversationId: conversation.id, activityId: activity.replyToId } }
      : {}),
  };
};

/** The invokes that come from a card in the conversation; a dialog's own card stands nowhere. */
const PRESSES: ReadonlySet<string | undefined> = new Set(['adaptiveCard/action', 'task/fetch']);

const isInvoke = ({ type }: VerifiedActivity): boolean => type === 'invoke';

const patienceOf = (activity: VerifiedActivity): number =>
  isInvoke(activity) ? (isDialog(activity) ? DIALOG_MS : PRESS_MS) : MESSAGE_MS;

const optional = <K extends string>(key: K, value: string | undefined) =>
  (value === undefined ? {} : { [key]: value }) as { [P in K]?: string };

const conversationKind = (type: string | undefined): Turn['where']['kind'] =>
  type === 'personal' ? 'personal' : type === 'groupChat' ? 'group' : 'channel';

const mentionsIn = (entities: readonly Entity[]): Mention[] =>
  entities.flatMap(({ type, mentioned, text }) =>
    type === 'mention' && mentioned ? [{ id: mentioned.id, text }] : [],
  );

/** Whether the bot itself was spoken to. */
export const mentionsBot = (activity: VerifiedActivity): boolean =>
  mentionsIn(entitiesOf(activity)).some(({ id }) => id === activity.recipient.id);

/** Zones by the names that came; to look one up costs as much as the rest of the turn's reading. */
const zones = new Map<string, string>();
const MOST_ZONES = 1_000;

const validZone = (name = 'UTC'): string => {
  const known = zones.get(name);
  if (known !== undefined) return known;
  const zone = lookUpZone(name);
  if (zones.size < MOST_ZONES) zones.set(name, zone);
  return zone;
};

const lookUpZone = (name: string): string => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return 'UTC';
  }
};
