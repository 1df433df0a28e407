import { iso, MINUTE } from '../../../lib/clock.ts';
import { type SandboxPerson, sandboxBot, team, tenantId } from '../../world.ts';
import type { Mentioned } from '../chat/mentions.ts';
import { type Place, threadId } from '../chat/places.ts';

/** A JSON object as Teams posts it to a bot. */
export type Activity = Readonly<Record<string, unknown>>;

/** Where, when and by whom something happens. */
export interface Scene {
  readonly serviceUrl: string;
  readonly now: number;
  readonly person: SandboxPerson;
  readonly place: Place;
  readonly root?: string | undefined;
}

export interface Press {
  readonly type: string;
  readonly id?: string | undefined;
  readonly verb?: string | undefined;
  readonly data?: unknown;
}

/** A message as Teams sends it: marked text, the same as HTML, and an entity for each mention. */
export const messageActivity = (
  scene: Scene,
  message: { readonly id: string; readonly text: string; readonly mentions: readonly Mentioned[] },
): Activity => ({
  ...common(scene, message.id),
  type: 'message',
  text: message.text,
  textFormat: 'plain',
  ...(scene.root === undefined || scene.root === message.id ? {} : { replyToId: scene.root }),
  attachments: [{ contentType: 'text/html', content: toHtml(message.text, message.mentions) }],
  entities: [
    ...message.mentions.map(({ id, name, text }) => ({ type: 'mention', mentioned: { id, name }, text })),
    clientInfo(scene.person),
  ],
});

/** Action.Submit: a message without text that carries the card's data. */
export const submitActivity = (scene: Scene, id: string, pressed: string, data: unknown): Activity => ({
  ...common(scene, id),
  type: 'message',
  textFormat: 'plain',
  replyToId: pressed,
  value: data ?? {},
  channelData: { ...channelData(scene.place), source: { name: 'message' }, legacy: { replyToId: pressed } },
});

/** Action.Execute: the invoke `adaptiveCard/action`. */
export const invokeActivity = (scene: Scene, id: string, pressed: string, press: Press): Activity => ({
  ...common(scene, id),
  type: 'invoke',
  name: 'adaptiveCard/action',
  replyToId: pressed,
  value: {
    action: {
      type: press.type,
      ...(press.id === undefined ? {} : { id: press.id }),
      ...(press.verb === undefined ? {} : { verb: press.verb }),
      data: press.data ?? {},
    },
    trigger: 'manual',
  },
  channelData: { ...channelData(scene.place), source: { name: 'message' }, legacy: { replyToId: pressed } },
});

/** The two activities by which Teams tells a bot that it was installed; they travel at the same time. */
export const installationActivities = (scene: Scene, ids: readonly [string, string]): readonly Activity[] => {
  const { person, place } = scene;
  const bot = { id: sandboxBot.id };
  const selected = place.kind === 'channel' ? { settings: { selectedChannel: { id: place.id } } } : {};
  return [
    {
      ...common(scene, ids[0]),
      type: 'installationUpdate',
      action: 'add',
      channelData: { ...channelData(place), ...selected, source: { name: 'message' } },
    },
    {
      ...common(scene, ids[1]),
      type: 'conversationUpdate',
      membersAdded: place.kind === 'channel' ? [bot] : [{ id: person.teamsId, aadObjectId: person.objectId }, bot],
      channelData: { ...channelData(place), ...(place.kind === 'channel' ? { eventType: 'teamMemberAdded' } : {}) },
    },
  ];
};

const common = ({ serviceUrl, now, person, place, root }: Scene, id: string): Activity => ({
  id,
  channelId: 'msteams',
  serviceUrl,
  timestamp: iso(now),
  localTimestamp: localTime(now, person.timezone),
  localTimezone: person.timezone,
  locale: person.locale,
  from: { id: person.teamsId, name: person.name, aadObjectId: person.objectId },
  recipient: { id: sandboxBot.id, name: sandboxBot.name },
  conversation: {
    ...(place.kind === 'channel' ? { isGroup: true } : {}),
    conversationType: place.kind,
    tenantId,
    id: threadId(place, root),
  },
  channelData: channelData(place),
  entities: [clientInfo(person)],
});

const channelData = (place: Place): Activity =>
  place.kind === 'personal'
    ? { tenant: { id: tenantId } }
    : {
        teamsChannelId: place.id,
        teamsTeamId: team.id,
        channel: { id: place.id, name: place.name },
        team: { id: team.id, aadGroupId: team.aadGroupId, name: team.name },
        tenant: { id: tenantId },
      };

const clientInfo = ({ locale, timezone }: SandboxPerson): Activity => ({
  type: 'clientInfo',
  locale,
  country: locale.split('-')[1] ?? '',
  platform: 'Web',
  timezone,
});

/** ISO 8601 with the offset that the person's clock has at that moment. */
const localTime = (ms: number, timeZone: string): string => {
  const zone = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' })
    .formatToParts(ms)
    .find(({ type }) => type === 'timeZoneName')?.value;
  const [, sign = '+', hours = '00', minutes = '00'] = /GMT([+-])(\d\d):(\d\d)/.exec(zone ?? '') ?? [];
  const offset = (Number(hours) * 60 + Number(minutes)) * MINUTE * (sign === '-' ? -1 : 1);
  return iso(ms + offset).replace('Z', `${sign}${hours}:${minutes}`);
};

const toHtml = (text: string, mentions: readonly Mentioned[]): string => {
  const html = escapeHtml(text).replaceAll('\n', '<br>');
  const marked = mentions.reduce(
    (done, mention, index) =>
      done.replace(
        escapeHtml(mention.text),
        `<span itemscope itemtype="http://schema.skype.com/Mention" itemid="${index}">${escapeHtml(mention.name)}</span>`,
      ),
    html,
  );
  return `<p>${marked}</p>`;
};

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
