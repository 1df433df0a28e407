import { DateTime } from 'luxon';
import { MINUTE } from '#platform/lib/clock.ts';
import { loadTexts } from '#platform/texts/texts.ts';
import type { InvokeResult, MessageView } from '../../sandbox/teams/api.ts';
import { type AnyPersonKey, cloud, type PersonKey, people } from '../../sandbox/world.ts';
import { buttonsOf, pressData } from './card-view.ts';
import { formOf, lookAt, offeredTo, pressUnoffered } from './own-views.ts';
import { channels, personalChat, type Steward, wordsOf } from './steward.ts';

export { changeIn, formOf } from './own-views.ts';

const english = loadTexts().for('en-GB', 'Europe/Berlin');
/** A text of ours as a card shows it, and as a strip under a card or a label does. */
export const shown = english.markdown;
export const plain = english.plain;

/** What people need to say and press something and see what comes of it; the bot may run in another process. */
export interface Story extends Pick<Steward, 'until'> {
  readonly teams: Pick<Steward['teams'], 'say' | 'act' | 'refresh' | 'messages'>;
}

/** After this time the vendor removes a role, and its lists show what happened before. */
export const PAST_MINIMUM = 6 * MINUTE;

/** A story that shares its bot with others begins with a quiet vendor and Teams' windows empty. */
export const freshStory = (s: Steward): void => {
  s.vendor.faults.clear();
  s.teams.faults.clear();
  s.clock.advance(MINUTE);
};

/** Says something to the bot and gives what it answered at once, as the speaker sees it. */
export const ask = async (
  s: Story,
  as: AnyPersonKey,
  text: string,
  { where = channels.general, root }: { where?: string; root?: string } = {},
): Promise<MessageView> => {
  const { id } = await s.teams.say(as, where, text, { mention: true, ...(root === undefined ? {} : { root }) });
  const answer = await s.until(`an answer to “${text}”`, async () => {
    const messages = await s.teams.messages(where, as);
    const after = messages.slice(messages.findIndex((message) => message.id === id) + 1);
    const thread = root ?? id;
    return after.find(({ from, rootId }) => from.kind === 'bot' && (rootId === undefined || rootId === thread));
  });
  return lookAt(s, as, answer);
};

/** What the person reads who asks for a role in one sentence and sends the form that it opens. */
export const requestRoleAnswer = async (s: Story, as: AnyPersonKey, sentence: string): Promise<string> =>
  answerOf(await press(s, as, await ask(s, as, `request role ${sentence}`), 'form.submit'));

/** A request on its way, by the name that its cards carry. */
export interface RequestRef {
  readonly ref: string;
  /** Where it was asked. */
  readonly where: string;
}

/** Asks for a role in one sentence that leaves no question open, and sends what the form then shows. */
export const requestRole = async (
  s: Story,
  as: AnyPersonKey,
  sentence: string,
  where: string = channels.general,
): Promise<RequestRef> => sendRequest(s, as, await ask(s, as, `request role ${sentence}`, { where }));

export const refOf = (message: MessageView): string => {
  const ref = /R-[0-9A-Z]{5}/.exec(wordsOf(message))?.[0];
  if (ref === undefined) throw new Error(`no request on this card:\n${wordsOf(message)}`);
  return ref;
};

/** The newest message there that shows this request; as one person sees it, where one is named. */
const findCard = async (
  s: Story,
  { ref }: Pick<RequestRef, 'ref'>,
  where: string,
  as?: AnyPersonKey,
): Promise<MessageView | undefined> =>
  (await s.teams.messages(where, as)).findLast((message) => message.cards.length > 0 && wordsOf(message).includes(ref));

/** Waits until the request's card there says this. @throws Error with what it says instead */
export const cardOf = async (
  s: Story,
  which: Pick<RequestRef, 'ref'>,
  says = '',
  where: string = channels.approvals,
): Promise<MessageView> => {
  let last = 'there is no card';
  const look = async (): Promise<MessageView | undefined> => {
    const card = await findCard(s, which, where);
    if (card) last = wordsOf(card);
    return card && last.includes(says) ? card : undefined;
  };
  return s.until(`“${says}” in ${where}`, look).catch((error: Error) => {
    throw new Error(`${error.message}:\n${last}`);
  });
};

/** Everywhere that a request's card may stand: where it was asked, where it is decided, the asker's own chat. */
export const everyCopy = (asker: PersonKey, { where }: RequestRef): string[] => [
  where,
  channels.approvals,
  personalChat(asker),
];

/** Presses a button that stands on the message as this person sees it. @throws Error when there is none */
export const press = async (
  s: Story,
  as: AnyPersonKey,
  message: MessageView,
  verb: string,
  fields: Readonly<Record<string, string>> = {},
  options: { readonly activityId?: string } = {},
): Promise<InvokeResult> => {
  const seen = await lookAt(s, as, message);
  const buttons = buttonsOf(seen).filter((candidate) => candidate.verb === verb);
  // A button that acts at once asks nothing; what is filled in stands behind the one with the questions.
  const [button] = Object.keys(fields).length > 0 ? buttons.toReversed() : buttons;
  if (!button) throw new Error(`no button ${verb} on this card:\n${wordsOf(seen)}`);
  return s.teams.act(as, message.id, verb, pressData(button, fields), options);
};

/** What the answer to a press says: the card in place of the pressed one, or the strip under it. */
export const answerOf = ({ status, body }: InvokeResult): string => {
  if (status !== 200 || body === undefined) throw new Error(`no answer but HTTP ${status}`);
  if (typeof body.value === 'string') return body.value;
  return wordsOf({ cards: [body.value] });
};

export const pressApprove = async (
  s: Story,
  as: AnyPersonKey,
  which: RequestRef,
  fields: Readonly<Record<string, string>> = {},
): Promise<string> => answerOf(await press(s, as, await cardOf(s, which, 'Waiting'), 'change.approve', fields));

export const pressDeny = async (s: Story, as: AnyPersonKey, which: RequestRef, reason: string): Promise<string> =>
  answerOf(await press(s, as, await cardOf(s, which, 'Waiting'), 'change.deny', { reason }));

/** Presses what their own view of the card does not have. @throws Error where it does */
export const pressAnyway = async (
  s: Story,
  as: AnyPersonKey,
  which: RequestRef,
  verb: string,
  more: Readonly<Record<string, unknown>> = {},
): Promise<string> => {
  const card = await cardOf(s, which);
  if ((await offeredTo(s, as, card)).includes(verb)) throw new Error(`${as} is offered ${verb}`);
  return answerOf(await pressUnoffered(s, as, card, verb, more));
};

/** Asks and has it approved, without waiting for what becomes of it. */
export const requestApproved = async (
  s: Story,
  as: AnyPersonKey,
  sentence: string,
  by: PersonKey = 'bo',
): Promise<RequestRef> => {
  const asked = await requestRole(s, as, sentence);
  await pressApprove(s, by, asked);
  return asked;
};

/** Presses what opens a form, which then stands beside the pressed card, and gives it. */
export const pressForForm = async (
  s: Story,
  as: AnyPersonKey,
  message: MessageView,
  verb: string,
): Promise<MessageView> => {
  const before = new Set((await s.teams.messages(message.conversationId)).map(({ id }) => id));
  await press(s, as, message, verb);
  return s.until('the form that the press opened', async () => {
    const messages = await s.teams.messages(message.conversationId, as);
    return messages.find((one) => !before.has(one.id) && one.rootId === (message.rootId ?? one.rootId) && isForm(one));
  });
};

const isForm = (message: MessageView): boolean => buttonsOf(message).some(({ verb }) => verb === 'form.submit');

/** Fills in some fields of a form, sends it, and gives what its person sees then. */
export const sendForm = async (
  s: Story,
  as: AnyPersonKey,
  form: MessageView,
  fields: Readonly<Record<string, string>>,
): Promise<MessageView> => {
  await press(s, as, form, 'form.submit', fields);
  return formOf(s, as, form);
};

/** Sends the last page of a form, and gives the request whose card stands in its place then. */
export const sendRequest = async (
  s: Story,
  as: AnyPersonKey,
  form: MessageView,
  fields: Readonly<Record<string, string>> = {},
): Promise<RequestRef> => {
  await press(s, as, form, 'form.submit', fields);
  let seen = form;
  const look = async (): Promise<RequestRef | false> => {
    seen = await formOf(s, as, form);
    return /R-[0-9A-Z]{5}/.test(wordsOf(seen)) && { ref: refOf(seen), where: form.conversationId.split(';')[0] ?? '' };
  };
  const sent = s.until('the request in the place of its form', look);
  return sent.catch((error: Error) => Promise.reject(new Error(`${error.message}:\n${wordsOf(seen)}`)));
};

/** One eligibility schedule as the vendor lists it. */
export interface Listed {
  readonly id: string;
  readonly principalId: string;
  readonly roleDefinitionId: string;
  readonly scope: string;
  readonly startDateTime: string;
  readonly endDateTime: string | null;
  readonly roleEligibilityScheduleRequestId: string;
}

interface ListPage {
  readonly value: readonly { readonly id: string; readonly properties: Omit<Listed, 'id'> }[];
}

const { subscriptions, resourceGroups } = cloud;
/** The policy's places by their keys, as the vendor names them. */
export const scopes = {
  payments: `/subscriptions/${subscriptions.production.id}`,
  staging: `/subscriptions/${subscriptions.staging.id}`,
  ledger: `/subscriptions/${subscriptions.production.id}/resourceGroups/${resourceGroups.ledger}`,
  gateway: `/subscriptions/${subscriptions.production.id}/resourceGroups/${resourceGroups.gateway}`,
} as const;

/** Whatever has the vendor's address: a bot in this process, or in one of its own. */
interface VendorAt {
  readonly vendor: { readonly url: string };
}

/** The Authorization header that the sandbox's vendor takes from an app. */
export const vendorAuthorization = async (url: string): Promise<string> => {
  const info = (await (await fetch(`${url}/__sandbox/info`)).json()) as { tokens: { app: string } };
  return `Bearer ${info.tokens.app}`;
};

/** What the vendor itself holds for a person at a place, whatever its lists show yet. */
const listedAtVendor = async (s: VendorAt, person: PersonKey, place: keyof typeof scopes): Promise<Listed[]> => {
  const answer = await fetch(`${s.vendor.url}/__sandbox/eligibilities`);
  const { value } = (await answer.json()) as ListPage;
  return value
    .map(({ id, properties }) => ({ ...properties, id }))
    .filter(({ principalId, scope }) => principalId === people[person].objectId && scope === scopes[place]);
};

/** The same for one role of the story. */
export const listedRole = async (
  s: VendorAt,
  person: PersonKey,
  place: keyof typeof scopes,
  role: keyof typeof cloud.roles,
): Promise<Listed[]> =>
  (await listedAtVendor(s, person, place)).filter(({ roleDefinitionId }) =>
    roleDefinitionId.endsWith(cloud.roles[role].id),
  );

/** What the bot has sent to change something since the story began: request name and body. */
export interface SentRequest {
  readonly name: string;
  readonly body: {
    readonly Properties: {
      readonly RequestType: string;
      readonly Justification?: string;
      readonly TicketInfo?: { readonly TicketNumber: string };
      readonly ScheduleInfo?: {
        readonly StartDateTime: string;
        readonly Expiration: { readonly Type: string; readonly Duration?: string; readonly EndDateTime?: string };
      };
    };
  };
}

export const sentRequests = (s: Steward): SentRequest[] =>
  s.vendor.faults
    .seen()
    .filter(({ method }) => method === 'PUT')
    .map(({ path, body }) => ({ name: path.split('/').at(-1) ?? '', body: body as SentRequest['body'] }));

/** The schedule that the only request so far asked for. */
export const sentSchedule = (s: Steward): NonNullable<SentRequest['body']['Properties']['ScheduleInfo']> => {
  const [first] = sentRequests(s);
  const info = first?.body.Properties.ScheduleInfo;
  if (!info) throw new Error('nothing with a schedule was sent');
  return info;
};

/** A moment in the zone of the story's people. */
export const inBerlin = (at: string | number): DateTime =>
  DateTime.fromMillis(new Date(at).getTime(), { zone: 'Europe/Berlin' });
