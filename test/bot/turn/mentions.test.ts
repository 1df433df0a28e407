import { createNaming, mentionsBot, mentionsIn, personIn } from '#bot/turn/mentions.ts';
import type { Turn } from '#bot/turn/turn.ts';
import { readTyped } from '#bot/turn/typed-message.ts';
import messages from '../../fixtures/mentions.json' with { type: 'json' };
import { activityOf } from '../../support/activity.ts';
import { fc } from '../../support/fast-check.ts';
import { createTestPolicy } from '../../support/policy.ts';
import { turnOf } from '../../support/turn.ts';

const BOT = { id: '28:bot', name: 'Steward' };
/** By account: everybody in the roster. */
const PEOPLE: Readonly<Record<string, string>> = {
  '29:ana': 'Ana Rossi',
  '29:bianchi': 'Ana Bianchi',
  '29:bo': 'Bo Lind',
  '29:other-bo': 'Bo Lind',
  '29:anders': 'Anders & Co Service',
  '29:aoife': "Aoife O’Neill-D'Arcy",
  '29:layla': 'ليلى حداد',
  '29:taro': '田中 太郎',
};
const policy = createTestPolicy('people: {}', []);
const naming = createNaming(
  {
    member: async (_at, id) => {
      const name = PEOPLE[id];
      if (name === undefined) throw new Error('nobody has this account');
      return { objectId: id.slice(3), name, foreign: false } as never;
    },
  },
  policy,
);

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const span = (name: string, number: number): string =>
  `<span itemscope="" itemtype="http://schema.skype.com/Mention" itemid="${number}">${escaped(name)}</span>`;

const messageOf = (text: string, entities: unknown, html?: string) =>
  activityOf({
    ...{ text, entities, from: { id: '29:cy' }, recipient: BOT },
    conversation: { id: '19:group@thread.v2', conversationType: 'groupChat', tenantId: 't' },
    channelData: { tenant: { id: 't' } },
    ...(html === undefined ? {} : { attachments: [{ contentType: 'text/html', content: html }] }),
  });

const read = async (text: string, entities: unknown, html?: string): Promise<Turn> => {
  const activity = messageOf(text, entities, html);
  return naming(activity, turnOf({ ...readTyped(activity, mentionsIn(activity)) }));
};
const entity = (id: string, text?: unknown, name?: unknown) => ({ type: 'mention', text, mentioned: { id, name } });
const steward = entity(BOT.id, '<at>Steward</at>', 'Steward');

it.each(messages.known)('a mention $how is known by its account', async ({ text, entities, html }) => {
  const turn = await read(text, entities, html);
  expect(turn.text.replace(/\s+/g, ' ')).toBe('access of Ana Rossi (…ana), now');
  expect(personIn(turn, 'Ana Rossi (…ana)')).toBe('ana');
});

it.each(messages.unknown)('a mention that $how is nobody’s, and is asked for', async ({ text, entities, html }) => {
  const turn = await read(text, entities, html);
  expect(turn.text).toBe('access of Bo Lind (not identified)');
  expect(() => personIn(turn, 'Bo Lind (not identified)')).toThrow('bot.mention.refused');
});

it('a mention of a tag or a channel names no person', async () => {
  const turn = await read('<at>Steward</at> access of <at>Bo Lind</at>', [steward, entity('MjY0', '<at>Bo Lind</at>')]);
  expect(turn.text).toBe('access of Bo Lind');
  expect(() => personIn(turn, 'Bo Lind')).toThrow('bot.mention.refused');
});

it.each([
  ['a text of null', entity(BOT.id, null, 'Steward')],
  ['a text of another kind', entity(BOT.id, 7)],
  ['the text of another name', entity(BOT.id, '<at>Butler</at>')],
  ['no name', entity(BOT.id)],
])('a message whose entity of the bot has %s is for the bot, and has its words', async (_what, own) => {
  const activity = messageOf(
    '<at>Steward</at> whoami',
    [{ type: 'mention' }, own],
    `<p>${span('Steward', 1)}&nbsp;whoami</p>`,
  );
  expect([mentionsBot(activity), (await read('<at>Steward</at> whoami', [own])).text]).toEqual([true, 'whoami']);
  expect(readTyped(activity, mentionsIn(activity)).text).toBe('whoami');
});

/** How a client may send a mention. */
const manner = fc.record({
  who: fc.constantFrom(...Object.keys(PEOPLE), 'tag'),
  isSplit: fc.boolean(),
  isShortened: fc.boolean(),
  isUpper: fc.boolean(),
  text: fc.constantFrom('tag', 'escaped', 'null', 'absent', 'number'),
  name: fc.constantFrom('name', 'null', 'absent'),
  isLost: fc.nat(9).map((chance) => chance === 0),
});
const message = fc.record({
  mentions: fc.array(manner, { minLength: 1, maxLength: 4 }),
  html: fc.constantFrom('numbered', 'none', 'without marks'),
  hasTags: fc.boolean(),
  isShuffled: fc.boolean(),
});

interface Shown {
  /** Which mention of the message. */
  readonly of: number;
  readonly label: string;
  readonly entity: unknown;
}

/** The entities and labels of one mention, in the order of its words. */
const shownOf = (
  { who, isSplit, isShortened, isUpper, text, name, isLost }: typeof manner extends fc.Arbitrary<infer M> ? M : never,
  of: number,
): readonly Shown[] => {
  const full = PEOPLE[who] ?? 'Ana Rossi';
  const words = full.split(' ');
  const labels = isSplit ? words : [isShortened ? (words[0] ?? full) : full];
  return labels.map((label) => {
    const stands = isUpper ? label.toUpperCase() : label;
    const texts = {
      tag: `<at>${label}</at>`,
      escaped: `<at>${escaped(label)}</at>`,
      null: null,
      absent: undefined,
      number: 7,
    };
    const names = { name: full, null: null, absent: undefined };
    const mentioned = { id: who === 'tag' ? 'MjY0' : who, name: names[name] };
    return { of, label: stands, entity: { type: 'mention', text: texts[text], ...(isLost ? {} : { mentioned }) } };
  });
};

// 600 messages from a known meaning.
it('of any manner is the account that was meant, or nobody; never another one', async () => {
  let known = 0;
  let all = 0;
  await fc.assert(
    fc.asyncProperty(message, async ({ mentions, html, hasTags, isShuffled }) => {
      const marks: readonly Shown[] = [
        { of: -1, label: 'Steward', entity: steward },
        ...mentions.flatMap((one, at) => shownOf(one, at)),
      ];
      const order = isShuffled ? marks.toReversed() : marks;
      const write = (mark: (one: Shown) => string): string =>
        marks
          .map((one, at) => `${at === 0 || marks[at - 1]?.of === one.of ? '' : `, w${one.of}, `}${mark(one)}`)
          .join(' ');
      const text = write(({ label }) => (hasTags ? `<at>${label}</at>` : label));
      const content = `<p>${write((one) => (html === 'numbered' ? span(one.label, order.indexOf(one)) : escaped(one.label)))}</p>`;
      const turn = await read(
        text,
        order.map((one) => one.entity),
        html === 'none' ? undefined : content,
      );
      expect(turn.text).not.toMatch(/[\p{Noncharacter_Code_Point}<>]/u);
      const pieces = turn.text.split(/, w\d, /).slice(1);
      if (html === 'numbered') all += mentions.filter(({ who, isLost }) => who !== 'tag' && !isLost).length;
      for (const { objectId, name, isThing } of turn.mentioned ?? []) {
        const meant = mentions.filter((_one, at) => pieces[at]?.includes(name)).map(({ who }) => who);
        if (objectId === undefined) continue;
        known += html === 'numbered' ? meant.length : 0;
        expect(isThing).toBeUndefined();
        expect(new Set(meant)).toEqual(new Set([`29:${objectId}`]));
      }
    }),
    { numRuns: 600 },
  );
  expect(known / all).toBeGreaterThan(0.8);
});
