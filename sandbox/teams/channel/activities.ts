import { otherTenantId, team, tenantId } from '../../world.ts';
import type { Mentioned } from '../chat/mentions.ts';
import type { TeamEvent } from '../chat/settings.ts';
import type { Quoted } from '../store/post.ts';
import { quoteHtml, quoteText, toHtml } from './message-html.ts';
import { type Activity, channelDataOf, clientInfoOf, frameOf, type Scene } from './scene.ts';

export interface Press {
  readonly type: string;
  readonly id?: string | undefined;
  readonly verb?: string | undefined;
  readonly data?: unknown;
}

/** What a press brings after the bot asked for a sign-in: a token of single sign-on, or what the sign-in's page handed over. */
export interface SignInProof {
  readonly authentication?:
    | { readonly id: string; readonly connectionName: string; readonly token: string }
    | undefined;
  readonly state?: string | undefined;
}

/** The trigger of an Action.Execute: a press, or the card's own `refresh`. */
export type Trigger = 'manual' | 'automatic';

export interface SentMessage {
  readonly id: string;
  readonly text: string;
  readonly mentions: readonly Mentioned[];
  readonly cards?: readonly unknown[];
  /** The message that it replies to, in a chat. */
  readonly quoted?: Quoted | undefined;
}

/** A message as Teams sends it: marked text, the same as HTML, and an entity for each mention. */
export const messageActivity = (scene: Scene, message: SentMessage): Activity => ({
  ...frameOf(scene, message.id),
  type: 'message',
  text: `${message.quoted ? quoteText(message.quoted) : ''}${message.text}`,
  textFormat: 'plain',
  ...(scene.root === undefined || scene.root === message.id ? {} : { replyToId: scene.root }),
  attachments: [
    { contentType: 'text/html', content: htmlOf(message) },
    ...(message.cards ?? []).map((content) => ({ contentType: 'application/vnd.microsoft.card.adaptive', content })),
  ],
  entities: [
    ...message.mentions.map(({ id, name, text }) => ({ type: 'mention', mentioned: { id, name }, text })),
    clientInfoOf(scene.person),
  ],
});

const htmlOf = ({ text, mentions, quoted }: SentMessage): string =>
  `${quoted ? quoteHtml(quoted) : ''}<p>${toHtml(text, mentions, mentionSpan)}</p>`;

/** The same after its author edited it. */
export const messageUpdateActivity = (scene: Scene, message: SentMessage): Activity => ({
  ...messageActivity(scene, message),
  type: 'messageUpdate',
  channelData: { ...channelDataOf(scene.place), eventType: 'editMessage' },
});

/** A deletion by the author; the text is not sent. */
export const messageDeleteActivity = (scene: Scene, id: string): Activity => ({
  ...frameOf(scene, id),
  type: 'messageDelete',
  channelData: { ...channelDataOf(scene.place), eventType: 'softDeleteMessage' },
});

/** Action.Submit: a message without text that carries the card's data. */
export const submitActivity = (scene: Scene, id: string, pressed: string, data: unknown): Activity => ({
  ...frameOf(scene, id),
  type: 'message',
  textFormat: 'plain',
  replyToId: pressed,
  value: data ?? {},
  channelData: { ...channelDataOf(scene.place), source: { name: 'message' }, legacy: { replyToId: pressed } },
});

/** @param card the message whose card was used; an action of the message menu brings its message in the value */
export const invokeActivity = (
  scene: Scene,
  id: string,
  name: string,
  value: unknown,
  card: string | undefined,
): Activity => ({
  ...frameOf(scene, id),
  type: 'invoke',
  name,
  ...(card === undefined ? {} : { replyToId: card }),
  value,
  channelData: {
    ...channelDataOf(scene.place),
    source: { name: 'message' },
    ...(card === undefined ? {} : { legacy: { replyToId: card } }),
  },
});

/** The value of `adaptiveCard/action`, the invoke of an Action.Execute. */
export const pressValue = (
  { type, id, verb, data }: Press,
  trigger: Trigger,
  { authentication, state }: SignInProof = {},
): unknown => ({
  action: {
    type,
    ...(id === undefined ? {} : { id }),
    ...(verb === undefined ? {} : { verb }),
    data: data ?? {},
  },
  trigger,
  ...(authentication === undefined ? {} : { authentication }),
  ...(state === undefined ? {} : { state }),
});

const mentionSpan = (name: string, index: number): string =>
  `<span itemscope itemtype="http://schema.skype.com/Mention" itemid="${index}">${name}</span>`;

interface TeamChange {
  readonly event: TeamEvent;
  /** The channel, in an event about a channel. */
  readonly channel: { readonly id: string; readonly name?: string | undefined; readonly type?: string | undefined };
  readonly teamName?: string | undefined;
}

/** A team of the other organisation, with which a channel is shared. */
const sharedTeam = {
  id: '19:litware-settlements@thread.tacv2',
  aadGroupId: '5f0c2d71-88a4-4c0b-9d35-6b1e7a9f0c42',
  name: 'Litware settlements',
  tenantId: otherTenantId,
};

/**
 * An event of the team or of one of its channels. Its conversation is the team's, whichever channel it is about; only where a
 * channel is shared it is that channel.
 */
export const teamActivity = (scene: Scene, id: string, { event, channel, teamName }: TeamChange): Activity => {
  const isOfTeam = event.startsWith('team');
  const isOfSharing = event === 'channelShared' || event === 'channelUnshared';
  const others = { [event === 'channelShared' ? 'sharedWithTeams' : 'unsharedFromTeams']: [sharedTeam] };
  const place = { kind: 'channel', id: isOfSharing ? channel.id : team.id } as const;
  return {
    ...frameOf({ ...scene, place }, id),
    type: 'conversationUpdate',
    channelData: {
      ...(isOfTeam ? {} : { channel }),
      team: { id: team.id, ...(isOfTeam ? { aadGroupId: team.aadGroupId, name: teamName } : {}) },
      eventType: event,
      tenant: { id: tenantId },
      ...(isOfSharing ? others : {}),
    },
  };
};
