import type { ConnectorFaultKind, ConnectorFaultView, FaultsView, InvokeFaultKind } from '../../api.ts';
import { capitalised, type FaultChoice, upcoming } from './fault-choice.ts';

type Target = NonNullable<ConnectorFaultView['on']>;

const calls: Readonly<Record<Target | '', readonly [string, string]>> = {
  '': ['call of the bot', 'calls of the bot'],
  send: ['post of the bot', 'posts of the bot'],
  edit: ['edit of the bot', 'edits of the bot'],
  create: ['new conversation of the bot', 'new conversations of the bot'],
  members: ['look-up of members', 'look-ups of members'],
};

export const connectorTargets: readonly { value: Target | ''; label: string }[] = [
  { value: '', label: 'any call' },
  { value: 'send', label: 'posts' },
  { value: 'edit', label: 'edits' },
  { value: 'create', label: 'new conversations' },
  { value: 'members', label: 'look-ups of members' },
];

interface Trouble {
  readonly name: string;
  readonly seconds?: FaultChoice['seconds'];
  /** What happens to one call, or to several; the seconds are left out where they are not known. */
  readonly happens: (are: 'is' | 'are', seconds: number | undefined) => string;
}

const refused = (code: string) => (are: string) => `${are} refused with ${code}`;

const troubles: Readonly<Record<ConnectorFaultKind, Trouble>> = {
  throttled: {
    name: 'Too many requests (429)',
    seconds: { label: 'Retry-After, seconds', offered: 5 },
    happens: (are, seconds) => `${are} refused with 429 and Retry-After${seconds === undefined ? '' : ` ${seconds} s`}`,
  },
  precondition: { name: 'Precondition failed (412)', happens: refused('412: somebody else was writing there') },
  'not-in-roster': {
    name: 'Not in the conversation (403)',
    happens: refused('403 BotNotInConversationRoster: the app is not installed there'),
  },
  'blocked-by-user': {
    name: 'Blocked by the person (403)',
    happens: refused('403 ConversationBlockedByUser: the person has blocked the bot'),
  },
  'disabled-by-admin': {
    name: 'Disabled by the admin (403)',
    happens: refused('403 BotDisabledByAdmin: the tenant does not allow the app'),
  },
  'writes-blocked': {
    name: 'Writes blocked (403)',
    happens: refused('403 MessageWritesBlocked: the conversation takes no more messages'),
  },
  'not-found': { name: 'Conversation not found (404)', happens: refused('404: there is no such conversation') },
  undecrypted: {
    name: 'Id not decrypted (403)',
    happens: refused('403 BadArgument, as Teams does for no lasting reason'),
  },
  unknown: { name: 'Refused, reason unknown (403)', happens: refused('403 ServiceError: Unknown') },
  'message-not-found': { name: 'Message not found (404)', happens: refused('404 ActivityNotFoundInConversation') },
  'without-id': {
    name: 'Accepted without an id (201)',
    happens: (are) => `${are} accepted, and the bot is told no id`,
  },
  'too-large': { name: 'Message too large (413)', happens: refused('413 MessageSizeTooBig') },
  'lost-after-accepting': {
    name: 'Answer lost after accepting (502)',
    happens: (are) => `${are} accepted, but the bot is told 502`,
  },
  'bad-gateway': { name: 'Bad gateway (502)', happens: (are) => `${are} refused with 502 and ${are} not done` },
  slow: {
    name: 'Slow',
    seconds: { label: 'Seconds to wait', offered: 5 },
    happens: (are, seconds) => `${are} answered ${seconds === undefined ? 'slowly' : `only after ${seconds} s`}`,
  },
};

const sentence = (kind: ConnectorFaultKind, on: Target | '', count: number, seconds?: number): string => {
  const are = count === 1 ? 'is' : 'are';
  return capitalised(`${upcoming(count, ...calls[on])} ${troubles[kind].happens(are, seconds)}.`);
};

export const connectorChoices: readonly FaultChoice[] = (
  Object.entries(troubles) as [ConnectorFaultKind, Trouble][]
).map(([kind, { name, seconds }]) => ({
  key: kind,
  name,
  ...(seconds && { seconds }),
  says: (values) => sentence(kind, values.on as Target | '', values.count ?? 1, values.seconds),
  body: ({ on, count, seconds: chosen }) => ({ kind, ...(on && { on }), count, ...(seconds && { seconds: chosen }) }),
}));

const comes = (count: number) => (count === 1 ? 'comes' : 'come');
const presses = (count: number) => upcoming(count, 'press of a button', 'presses of buttons');

const invokeTroubles: Readonly<
  Record<InvokeFaultKind, Pick<FaultChoice, 'name' | 'seconds'> & { happens: Trouble['happens'] }>
> = {
  again: { name: 'Sent again', happens: () => 'to the bot four times: twice with one id, twice with another' },
  late: {
    name: 'Late',
    seconds: { label: 'Seconds too late', offered: 8 },
    happens: (_are, seconds) => (seconds === undefined ? 'to the bot late' : `to the bot ${seconds} s late`),
  },
};

const invokeSentence = (kind: InvokeFaultKind, count: number, seconds?: number): string =>
  capitalised(`${presses(count)} ${comes(count)} ${invokeTroubles[kind].happens('is', seconds)}.`);

export const invokeChoices: readonly FaultChoice[] = (['again', 'late'] as const).map((kind) => {
  const { name, seconds } = invokeTroubles[kind];
  return {
    key: kind,
    name,
    narrow: true,
    ...(seconds && { seconds }),
    says: (values) => invokeSentence(kind, values.count ?? 1, values.seconds),
    body: ({ count, seconds: chosen }) => ({ kind, count, ...(seconds && { seconds: chosen }) }),
  };
});

/** What waits for the bot now, a sentence each. */
export const activeTroubles = ({ connector, invokes }: FaultsView): string[] => [
  ...connector.map(({ kind, on, left, seconds }) => sentence(kind, on ?? '', left, seconds)),
  ...invokes.map(({ kind, left, seconds }) => invokeSentence(kind, left, seconds)),
];
