import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { iso } from '#platform/lib/clock.ts';
import { otherPlaces, people, sandboxBot, team, tenantId } from '../../sandbox/world.ts';
import { everyText } from '../support/every-text.ts';
import { fc } from '../support/fast-check.ts';
import { channels, personalChat, wordsOf } from '../support/steward.ts';
import { steward } from '../support/story-steward.ts';

type Json = Readonly<Record<string, unknown>>;

/** The shape of an activity in the documentation or a test of Microsoft's SDKs, with names and ids of the sandbox. */
interface Shape {
  readonly source: string;
  readonly what: string;
  readonly like: string;
  readonly without?: readonly string[];
  readonly with?: Json;
  /** `kept` and `gone`: the conversation is stored afterwards, or is not. */
  readonly effect: 'answered' | 'nothing' | 'kept' | 'gone';
  /** The body of the answer; absent for an empty one. */
  readonly answer?: unknown;
}

const { frames, shapes }: { readonly frames: Readonly<Record<string, Json>>; readonly shapes: readonly Shape[] } =
  JSON.parse(readFileSync(join(import.meta.dirname, '../fixtures/activities/published.json'), 'utf8'));

const s = steward({ wideLimits: true });
const { bo } = people;
let sent = 0;
let root = '';

beforeAll(async () => {
  ({ id: root } = await s.teams.say('bo', channels.general, 'Has anybody seen the retries?'));
});

const filled = <T>(shape: T): T => {
  const now = iso(s.clock.now());
  sent += 1;
  const values: Readonly<Record<string, string>> = {
    ...{ id: `17190000${sent}`, now, local: now.replace('Z', '+00:00'), tenant: tenantId, bot: sandboxBot.id },
    ...{ service: `${s.teams.url}/connector/`, account: bo.teamsId, person: bo.objectId, chat: personalChat('bo') },
    ...{ root, team: team.id, channel: channels.general, group: otherPlaces.group.id },
  };
  return everyText(shape, (text) => text.replace(/\{(\w+)\}/g, (found, name) => values[name] ?? found));
};

const activityOf = ({ like, without = [], with: more = {} }: Shape): Json => {
  const all = Object.entries({ ...frames[like], ...more });
  return filled(Object.fromEntries(all.filter(([name]) => !without.includes(name))));
};

const conversationOf = (activity: Json): string =>
  String((activity['conversation'] as { readonly id: string }).id).split(';', 1)[0] ?? '';

/** What an activity could have changed: the stored conversations, refusals in the audit, and what was posted where it came from. */
const looks = (where: string) =>
  s.inStore(async (db) => ({
    conversations: (await db.selectFrom('conversations').select('conversation_id').execute())
      .map((row) => row.conversation_id)
      .sort(),
    refused: (await db.selectFrom('audit').selectAll().where('event', '=', 'refused').execute()).length,
    posts: s.teams
      .requests()
      .filter(({ method, path }) => method === 'POST' && decodeURIComponent(path).includes(where)).length,
  }));

test.each(shapes.map((shape) => [shape.what, shape.effect, shape.source, shape] as const))(
  '%s: %s (%s)',
  async (_what, effect, _source, shape) => {
    const activity = activityOf(shape);
    const where = conversationOf(activity);
    const before = await looks(where);
    const messages = (await s.teams.messages(where, 'bo').catch(() => [])).length;
    expect(await s.teams.deliver(activity)).toEqual({ status: 200, body: shape.answer });
    const after = await looks(where);
    expect(after.refused).toBe(before.refused);
    if (effect === 'nothing') return expect(after).toEqual(before);
    if (effect !== 'answered') return expect(after.conversations.includes(where)).toBe(effect === 'kept');
    await s.until('the answer', async () =>
      (await s.teams.messages(where, 'bo'))
        .slice(messages)
        .some((message) => wordsOf(message).includes('request role')),
    );
  },
);

it('operators are told that single sign-on is set up wrongly, with the client’s code', async () => {
  const line = wordsOf(await s.message(channels.alerts, 'Single sign-on is set up wrongly'));
  for (const part of ['code resourcematchfailed', 'MicrosoftAppIdUri']) expect(line).toContain(part);
});

/** Fields that say nothing, or the same as another one. */
const optional = [
  ...['localTimestamp', 'localTimezone', 'locale', 'entities', 'attachments', 'textFormat', 'replyToId', 'legacy'],
  ...['from.name', 'recipient.name', 'conversation.name', 'conversation.isGroup', 'conversation.conversationType'],
  ...['conversation.tenantId', 'channelData.team', 'channelData.channel', 'channelData.source', 'channelData.settings'],
  ...['channelData.eventType', 'channelData.teamsTeamId', 'channelData.teamsChannelId', 'channelData.meeting', 'name'],
];

const changed = (activity: Json, [name = '', inner]: readonly string[], value: unknown): Json => {
  const part = inner === undefined ? value : { ...(activity[name] as Json), [inner]: value };
  return { ...activity, [name]: part };
};

it('any of them is taken without what says nothing, with null for it, with more, and in another order (400 cases)', async () => {
  const one = fc.record({
    shape: fc.constantFrom(...shapes),
    gone: fc.subarray(optional),
    none: fc.constantFrom(null, undefined),
    more: fc.dictionary(fc.string({ minLength: 8 }), fc.jsonValue(), { maxKeys: 3 }),
    turned: fc.boolean(),
  });
  const before = (await looks('')).refused;
  await fc.assert(
    fc.asyncProperty(one, async ({ shape, gone, none, more, turned }) => {
      const told = { ...activityOf(shape), ...more };
      const all = gone.reduce<Json>((so, path) => changed(so, path.split('.'), none), told);
      // Whose it is must stand somewhere, and when.
      const whole = { ...changed(all, ['channelData', 'tenant'], { id: tenantId }), timestamp: iso(s.clock.now()) };
      const activity = turned ? Object.fromEntries(Object.entries(whole).reverse()) : whole;
      const { status } = await s.teams.deliver(activity);
      expect(status).toBe(200);
    }),
    { numRuns: 400 },
  );
  expect((await looks('')).refused).toBe(before);
});
