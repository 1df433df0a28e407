import { z } from 'zod';
import type { Ids } from '../../lib/ids.ts';
import type { PolicyBase } from '../../policy/policy.ts';
import type { Texts } from '../../texts/texts.ts';
import type { VerifiedActivity } from '../gate/activity.ts';
import { isDialog, readSubmit } from './invoke.ts';
import { mentionsBot, mentionsIn } from './mentions.ts';
import type { Turn } from './turn.ts';
import { readTyped } from './typed-message.ts';

const clientInfo = z.object({
  type: z.literal('clientInfo'),
  locale: z.string().optional(),
  timezone: z.string().optional(),
});

const anyList = z.array(z.unknown()).catch([]);

/** What the person's client tells of itself. */
const clientOf = ({ raw }: VerifiedActivity) =>
  anyList
    .parse(raw.entities)
    .map((one) => clientInfo.safeParse(one))
    .find(({ success }) => success)?.data;

/** Teams gives a press and a dialog 5 s, the way there and back included; a message may take longer. */
const DIALOG_MS = 3_000;
const PRESS_MS = 3_500;
const MESSAGE_MS = 8_000;

export interface ReadTurnDeps {
  readonly now: number;
  readonly ids: Ids;
  readonly texts: Texts;
  readonly policy: PolicyBase;
}

/** Builds what handlers may know from what passed the gate. */
export const readTurn = (activity: VerifiedActivity, { now, ids, texts, policy }: ReadTurnDeps): Turn => {
  const client = clientOf(activity);
  const objectId = (activity.from.aadObjectId ?? '').toLowerCase();
  const zone = validZone(client?.timezone ?? activity.localTimezone);
  const { conversation, channelData } = activity;
  const kind = conversationKind(conversation.conversationType);
  return {
    who: {
      objectId,
      tenantId: conversation.tenantId,
      name: policy.nameOf(objectId, activity.from.name ?? ''),
      teamsId: activity.from.id,
    },
    where: {
      conversationId: conversation.id,
      kind,
      ...optional('teamId', channelData.team?.id),
      ...optional('teamName', channelData.team?.name),
      ...optional('channelName', channelData.channel?.name),
    },
    ...readTyped(activity, mentionsIn(activity)),
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

/** With the resource-specific permission every message of a channel arrives: only those to the bot are commands. */
export const isForBot = (activity: VerifiedActivity): boolean =>
  readSubmit(activity.value) !== undefined ||
  conversationKind(activity.conversation.conversationType) === 'personal' ||
  mentionsBot(activity);

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
