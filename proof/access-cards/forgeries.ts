import { randomUUID } from 'node:crypto';
import { everybody, otherTenantId, people, type SandboxPerson, sandboxBot } from '../../sandbox/world.ts';
import { HOUR, MINUTE } from '../../src/platform/lib/clock.ts';
import type { channels } from '../../test/support/steward.ts';
import type { Dice } from '../lib/dice.ts';
import type { Claims } from './channel.ts';

type Json = Readonly<Record<string, unknown>>;

/** A press on the card of a request, with everything that can be forged. */
export interface Forged {
  readonly person: SandboxPerson;
  readonly channel: keyof typeof channels;
  readonly verb: unknown;
  readonly data: unknown;
  /** Instead of the claims of a valid token; undefined: no token at all. */
  readonly claims: Partial<Claims> | undefined;
  /** Instead of a token. */
  readonly authorization?: string;
  /** Instead of fields of the activity. */
  readonly activity: Json;
  /** What the policy is changed to after the card was posted. */
  readonly policy?: (text: string) => string;
}

/** One way to forge a press; everything else of it stays valid. */
export interface Forgery {
  readonly name: string;
  /** The HTTP status of one that leaves no audit entry: without a token, or what clients send by themselves. */
  readonly answered?: number;
  forge(valid: Forged, dice: Dice): Partial<Forged>;
}

const { ana, bo } = people;
/** So much and more a token's and an activity's times may differ from the bot's. */
const MORE_THAN_SKEW_MS = 6 * MINUTE;

const stranger = (): SandboxPerson => ({
  ...bo,
  key: 'x',
  objectId: randomUUID(),
  teamsId: `29:${randomUUID()}`,
  name: 'X',
});

const claims = (name: string, of: (valid: Forged, dice: Dice) => Partial<Claims>): Forgery => ({
  name,
  forge: (valid, dice) => ({ claims: of(valid, dice) }),
});
const activity = (name: string, fields: (dice: Dice) => Json): Forgery => ({
  name,
  forge: (_, dice) => ({ activity: fields(dice) }),
});
const token = (name: string, authorization: string): Forgery => ({ name, forge: () => ({ authorization }) });
const press = (name: string, forge: Forgery['forge']): Forgery => ({ name, forge });

/** What no card holds: a role, a place, a length, a person, an action within the data. */
const extras = (dice: Dice): Json =>
  Object.fromEntries(
    Object.entries(EXTRAS).filter(
      ([, value], n) => n === dice.below(Object.keys(EXTRAS).length) || (value && dice.oneIn(2)),
    ),
  );

/** Told apart from everything that was asked for. */
const FORGED_ROLE = '8e3af657-a8ff-443c-a75c-2fe8c4bcb635';
const FORGED_SCOPE = '/providers/Vendor.Management/managementGroups/root';
const EXTRAS: Json = {
  role: FORGED_ROLE,
  roleDefinitionId: FORGED_ROLE,
  scope: FORGED_SCOPE,
  place: FORGED_SCOPE,
  duration: 'P365D',
  length: { kind: 'always' },
  principalId: people.fi.objectId,
  person: { objectId: people.fi.objectId },
  approvals: 99,
  action: { type: 'Action.Execute', verb: 'change.approve', data: { role: FORGED_ROLE } },
};

export const withExtras = (data: unknown, dice: Dice): Json => ({ ...(data as Json), ...extras(dice) });

const without = (data: unknown, field: string): Json =>
  Object.fromEntries(Object.entries(data as Json).filter(([name]) => name !== field));

const tokens: readonly Forgery[] = [
  { name: 'no token', answered: 401, forge: () => ({ claims: undefined }) },
  token('a word for a token', 'Bearer steward'),
  token('another scheme', 'Basic c3Rld2FyZDpzdGV3YXJk'),
  claims('a token by another key', () => ({ forged: true })),
  claims('an expired token', (_, dice) => ({ exp: -MORE_THAN_SKEW_MS - dice.below(HOUR) })),
  claims('a token of later', (_, dice) => ({ nbf: MORE_THAN_SKEW_MS + dice.below(HOUR) })),
  claims('a token for another bot', () => ({ aud: randomUUID() })),
  claims('a token for the channel itself', () => ({ aud: 'https://api.botframework.com' })),
  claims('a token of another issuer', () => ({ iss: `https://sts.windows.net/${otherTenantId}/` })),
  claims('a token of another service', () => ({ serviceurl: 'https://smba.example.com/emea/' })),
];

const activities: readonly Forgery[] = [
  activity('another service URL', () => ({ serviceUrl: 'https://evil.example/connector/' })),
  activity('another recipient', () => ({ recipient: { id: `28:${randomUUID()}`, name: sandboxBot.name } })),
  activity('another channel', (dice) => ({ channelId: dice.pick(['webchat', 'directline', 'emulator']) })),
  activity('another tenant in the channel data', () => ({ channelData: { tenant: { id: otherTenantId } } })),
  activity('another tenant of the conversation', () => ({ conversation: { tenantId: otherTenantId } })),
  activity('nobody in the directory', () => ({ from: { id: bo.teamsId, name: bo.name } })),
  activity('a press of another day', () => ({ timestamp: '2026-11-10T08:00:00.000Z' })),
  // Clients send new ones by themselves, so nobody is accused of it.
  {
    ...activity('an invoke that nobody knows', (dice) => ({
      name: dice.pick(['adaptiveCard/act', 'task/approve', 'invoke']),
    })),
    answered: 200,
  },
];

const presses: readonly Forgery[] = [
  press('another id', ({ data }) => ({ data: { ...(data as Json), change: randomUUID() } })),
  press('an id as a list', ({ data }) => ({ data: { ...(data as Json), change: [(data as Json)['change']] } })),
  press('no id', ({ data }) => ({ data: without(data, 'change') })),
  press('no version', ({ data }) => ({ data: without(data, 'terms') })),
  press('a version that is no number', ({ data }) => ({ data: { ...(data as Json), terms: 'newest' } })),
  press('the card of another channel', (_, dice) => ({ channel: dice.pick(['finance', 'alerts']) })),
  press('a verb that nobody knows', (_, dice) => ({
    verb: dice.pick([
      'change.grant',
      'change.approve ',
      'CHANGE.APPROVE',
      '__proto__',
      'constructor',
      'changes.perform',
    ]),
  })),
  press('an action within the data', ({ data, verb }, dice) => ({
    verb: dice.pick(['', 'change', 'submit']),
    data: { action: { type: 'Action.Execute', verb, data } },
  })),
  press('the data of a card for a form', ({ data }) => ({ verb: 'form.submit', data })),
];

const outsiders: readonly Forgery[] = [
  press('whoever asked, for themselves', ({ data }, dice) => ({
    ...{ person: ana, channel: dice.pick(['approvals', 'general']), data: withExtras(data, dice) },
    verb: dice.pick(['change.approve', 'change.deny', 'change.claim']),
  })),
  press('somebody who is not in the team', ({ data }, dice) => ({ person: stranger(), data: withExtras(data, dice) })),
  press('somebody of another organisation', () => ({ person: everybody.noor })),
  press('a guest whom the policy keeps out', () => ({ person: people.ed })),
  press('a withdrawal or an acceptance by somebody else', (_, dice) => ({
    verb: dice.pick(['change.cancel', 'change.accept']),
  })),
  press('an approver whom the policy no longer names', ({ data, person }, dice) => ({
    verb: dice.pick(['change.approve', 'change.deny', 'change.claim']),
    data: withExtras(data, dice),
    policy: (text) =>
      text.replace(/(\n {2}deciders: \[.*)/, (line) => line.replace(new RegExp(`\\b${person.key}\\b,? ?`), '')),
  })),
  press('a second account of whoever asked', ({ data }, dice) => ({
    ...{ person: everybody.gwen, channel: 'general', data: withExtras(data, dice) },
    policy: (text) => text.replace(/( {2}gwen: \{.*?)( \}\n)/, '$1, same as: ana$2'),
  })),
];

export const forgeries: readonly Forgery[] = [...tokens, ...activities, ...presses, ...outsiders];
