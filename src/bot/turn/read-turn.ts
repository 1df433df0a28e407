import { z } from 'zod';
import type { VerifiedActivity } from '#bot/gate/activity.ts';
import { memoByObject } from '#platform/lib/cache.ts';
import type { Ids } from '#platform/lib/ids.ts';
import { Secret } from '#platform/lib/secret.ts';
import type { Texts } from '#platform/texts/texts.ts';
import type { PolicyBase } from '#policy/policy.ts';
import { kindOfConversation } from '#teams/connector/conversations/conversation.ts';
import type { SignInPress } from '#teams/fresh-sign-in/confirmation.ts';
import { mentionsBot, mentionsIn } from './mentions.ts';
import { type MessagePayload, messagePayload } from './pointed-message.ts';
import type { Turn } from './turn.ts';
import { readTyped } from './typed-message.ts';
import type { Zones } from './zone.ts';

const clientInfo = z.object({
  type: z.literal('clientInfo'),
  locale: z.string().optional(),
  timezone: z.string().optional(),
});

const anyList = z.array(z.unknown()).catch([]);

/** What the person's client reports. */
const clientOf = ({ raw }: VerifiedActivity) =>
  anyList
    .parse(raw.entities)
    .map((one) => clientInfo.safeParse(one))
    .find(({ success }) => success)?.data;

/** Teams allows a press and a dialog 5 s, including the network; a message may take longer. */
const DIALOG_MS = 3_000;
const PRESS_MS = 3_500;
const MESSAGE_MS = 8_000;

interface ReadTurnDeps {
  readonly now: number;
  readonly ids: Ids;
  readonly texts: Texts;
  readonly policy: PolicyBase;
  readonly zones: Zones;
}

/** Builds the turn for the handlers from an activity that passed the gate. */
export const readTurn = (activity: VerifiedActivity, { now, ids, texts, policy, zones }: ReadTurnDeps): Turn => {
  const client = clientOf(activity);
  const objectId = (activity.from.aadObjectId ?? '').toLowerCase();
  const locale = activity.locale ?? client?.locale;
  const person = zones(activity, [client?.timezone, activity.localTimezone], now);
  const { conversation, channelData } = activity;
  const kind = kindOfConversation(conversation.id, conversation.conversationType);
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
      ...optional('teamId', channelData.team.id),
    },
    ...readTyped(activity, mentionsIn(activity)),
    source: `${conversation.id} ${activity.id}`,
    answerBy: now + patienceOf(activity),
    correlation: ids.opaque(),
    // What answers a press or a person's own chat is for one person; a message in a channel is read in other zones too, and
    // whose client did not say its zone reads by which one it is.
    words: texts.for(locale, person.zone, (kind !== 'personal' && !isInvoke(activity)) || person.zoneIs !== undefined),
    ...optional('teamsLocale', locale),
    ...person,
    ...(isInvoke(activity) && isDialog(activity) ? { dialog: true } : {}),
    ...(activity.replyToId && isInvoke(activity) && PRESSES.has(activity.name)
      ? { pressed: { conversationId: conversation.id, activityId: activity.replyToId } }
      : {}),
  };
};

/** The invokes of a card in the conversation; a card in a dialog is in no conversation. */
const PRESSES: ReadonlySet<string | undefined> = new Set(['adaptiveCard/action', 'task/fetch']);

const isInvoke = ({ type }: VerifiedActivity): boolean => type === 'invoke';

const patienceOf = (activity: VerifiedActivity): number =>
  isInvoke(activity) ? (isDialog(activity) ? DIALOG_MS : PRESS_MS) : MESSAGE_MS;

const optional = <K extends string>(key: K, value: string | undefined) =>
  (value === undefined ? {} : { [key]: value }) as { [P in K]?: string };

/** With resource-specific consent every message of a channel arrives: only messages that mention the bot are commands. */
export const isForBot = (activity: VerifiedActivity): boolean => {
  const { id, conversationType } = activity.conversation;
  return (
    readSubmit(activity.value) !== undefined ||
    kindOfConversation(id, conversationType) === 'personal' ||
    mentionsBot(activity)
  );
};

/** A press: `verb` of the card action, or of the Submit data that dialogs, and older clients as a message, send. */
export interface Press {
  readonly verb: string;
  readonly data: Readonly<Record<string, unknown>>;
  /** The answer to a file consent card: its data are the context, `accepted`, and after a consent `upload`. */
  readonly file?: true;
  /** An automatic refresh of the card by the client, not a press. */
  readonly automatic?: true;
  /** Of a press in a card's place: its client can ask for a sign-in. */
  readonly signIn?: SignInPress;
}

/** What somebody types into a list that is searched (`Data.Query`). */
export interface ChoiceSearch {
  /** Names the list. */
  readonly dataset: string;
  readonly text: string;
  /** How many of those that were found are left out, and how many are wanted. */
  readonly skip: number;
  readonly top: number;
}

/** The request in an invoke. */
export type InvokeRequest =
  | { readonly is: 'press'; readonly press: Press }
  | { readonly is: 'messageAction'; readonly name: string; readonly message: MessagePayload }
  | { readonly is: 'search'; readonly search: ChoiceSearch }
  | { readonly is: 'unknown' };

const DIALOGS: ReadonlySet<string | undefined> = new Set([
  'task/fetch',
  'task/submit',
  'composeExtension/fetchTask',
  'composeExtension/submitAction',
]);

/** Whether somebody can send it by what Steward shows: a card, a dialog, the message menu. */
export const isPress = (name: string): boolean =>
  name === 'adaptiveCard/action' || name === CHOICE_SEARCH || name === FILE_CONSENT || DIALOGS.has(name);

/** Whether the answer is shown in a Teams dialog. */
export const isDialog = ({ name }: Pick<VerifiedActivity, 'name'>): boolean => DIALOGS.has(name);

/** Whether it may come from where the bot is not a member: from the message menu, or a search in a list of its dialog. */
export const worksWithoutBot = ({ name }: Pick<VerifiedActivity, 'name'>): boolean =>
  name === CHOICE_SEARCH || (name?.startsWith('composeExtension/') ?? false);

/** The answer to a file consent card. Teams shows no response to it, only messages that the bot sends. */
export const FILE_CONSENT = 'fileConsent/invoke';

/** What a login request names, and the client's answer to it: the one way in which people sign in to Steward. */
export const CONNECTION = 'steward';
const LONGEST_STATE = 200;

const executed = z.object({
  action: z.object({
    verb: z.string(),
    data: z.record(z.string(), z.unknown()).nullish(),
    trigger: z.unknown().optional(),
  }),
  trigger: z.unknown().optional(),
  // Whatever is not in this form is no sign-in: the person is asked for one.
  authentication: z
    .object({ id: z.string(), connectionName: z.literal(CONNECTION), token: z.string().min(1) })
    .optional()
    .catch(undefined),
  state: z.string().min(1).max(LONGEST_STATE).optional().catch(undefined),
});
const submitted = z.looseObject({ verb: z.string(), msteams: z.unknown().optional() });
const submission = z.object({ data: submitted });
/** The press of the install card, after Teams added the app: it repeats the message action. */
const installedNow = z.object({ data: z.object({ msteams: z.object({ justInTimeInstall: z.literal(true) }) }) });
const isInstalled = (value: unknown): boolean => installedNow.safeParse(value).success;
const pointed = z.object({ commandId: z.string(), messagePayload });
const consented = z.object({
  action: z.enum(['accept', 'decline']),
  context: z.looseObject({ verb: z.string() }),
  uploadInfo: z.unknown().optional(),
});

/** Search in a long list of a card, at each pause in typing. */
export const CHOICE_SEARCH = 'application/search';

const MOST_FOUND = 15;
const LONGEST_SEARCH = 200;
/** What is not in this form finds nothing, or the first few: it answers no press. */
const searched = z
  .object({
    dataset: z.string(),
    queryText: z
      .string()
      .transform((text) => text.slice(0, LONGEST_SEARCH))
      .catch(''),
    queryOptions: z
      .object({ skip: z.int().min(0).catch(0), top: z.int().min(1).max(MOST_FOUND).catch(MOST_FOUND) })
      .catch({ skip: 0, top: MOST_FOUND }),
  })
  .catch({ dataset: '', queryText: '', queryOptions: { skip: 0, top: MOST_FOUND } });

const UNKNOWN: InvokeRequest = { is: 'unknown' };

/** Reads an invoke by its name, once for each activity. Only verbs, ids and named inputs are taken from its value. */
export const readInvoke = memoByObject(({ name, value }: Pick<VerifiedActivity, 'name' | 'value'>): InvokeRequest => {
  if (name === 'adaptiveCard/action') {
    const read = executed.safeParse(value);
    if (!read.success) return UNKNOWN;
    const { verb, data, trigger } = read.data.action;
    const automatic = [trigger, read.data.trigger].some((said) => said !== undefined && said !== 'manual');
    const press = { verb, data: data ?? {} };
    return { is: 'press', press: automatic ? { ...press, automatic } : { ...press, signIn: signInOf(read.data) } };
  }
  if (name === 'composeExtension/fetchTask' || (name === 'composeExtension/submitAction' && isInstalled(value))) {
    const read = pointed.safeParse(value);
    if (!read.success) return UNKNOWN;
    return { is: 'messageAction', name: read.data.commandId, message: read.data.messagePayload };
  }
  if (name === CHOICE_SEARCH) {
    const { dataset, queryText: text, queryOptions } = searched.parse(value);
    return { is: 'search', search: { dataset, text, ...queryOptions } };
  }
  if (name === FILE_CONSENT) {
    const read = consented.safeParse(value);
    if (!read.success) return UNKNOWN;
    const { action, context, uploadInfo } = read.data;
    const { verb, ...data } = context;
    const given = { accepted: action === 'accept', ...(uploadInfo ? { upload: uploadInfo } : {}) };
    return { is: 'press', press: { verb, data: { ...data, ...given }, file: true } };
  }
  const read = isDialog({ name }) ? submission.safeParse(value) : undefined;
  return read?.success ? { is: 'press', press: pressIn(read.data.data) } : UNKNOWN;
});

/** The token that the client got by itself, or the code that the window handed to it. */
const signInOf = ({ authentication, state }: z.infer<typeof executed>): SignInPress => {
  if (authentication) {
    const { id, token } = authentication;
    return { proof: { is: 'token', id, token: new Secret(token) } };
  }
  return state === undefined ? {} : { proof: { is: 'code', code: state } };
};

/** The press in the data of an Action.Submit, which older clients send as the value of a message. */
export const readSubmit = (value: unknown): Press | undefined => {
  const read = submitted.safeParse(value);
  return read.success ? pressIn(read.data) : undefined;
};

const pressIn = ({ verb, msteams: _msteams, ...data }: z.infer<typeof submitted>): Press => ({ verb, data });
