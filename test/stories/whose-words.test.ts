import { SECOND } from '#platform/lib/clock.ts';
import { frameOf, type Scene } from '../../sandbox/teams/channel/scene.ts';
import { otherPlaces, type PersonKey, people } from '../../sandbox/world.ts';
import { fc } from '../support/fast-check.ts';
import { quotationOf, quotationShapes } from '../support/quotations.ts';
import { personalChat, wordsOf } from '../support/steward.ts';
import { shown } from '../support/story.ts';
import { steward } from '../support/story-steward.ts';

const s = steward({ wideLimits: true });

const GROUP = otherPlaces.group.id;
const bosChat = personalChat('bo');
const anasChat = personalChat('ana');

let small: string;
let big: string;
beforeAll(async () => {
  ({ ref: small } = await s.wish('ana', 'reader on staging for 5 days because small thing'));
  ({ ref: big } = await s.wish('ana', 'contributor on ledger for 10 days because big thing'));
});

/** Says it as a reply to a message, and reads what Steward answers next. */
const reply = async (as: PersonKey, where: string, text: string, quotes: string): Promise<string> => {
  const { id } = await s.teams.say(as, where, text, { mention: true, quotes });
  const answer = await s.until(`an answer to “${text}”`, async () => {
    const messages = await s.teams.messages(where, as);
    const after = messages.slice(messages.findIndex((message) => message.id === id) + 1);
    return after.find(({ from }) => from.kind === 'bot');
  });
  return wordsOf(answer);
};

/** The states of both requests, in their order, and how many there are of all. */
const states = () =>
  s.inStore(async (db) => {
    const rows = await db.selectFrom('changes').select(['ref', 'state']).execute();
    const stateOf = (ref: string) => rows.find((row) => row.ref === ref)?.state;
    return [stateOf(small), stateOf(big), rows.length];
  });
const UNTOUCHED = ['waiting', 'waiting', 2];

describe('a reply to somebody’s message that names requests', () => {
  it.each(['approve', 'approve it', 'deny because it is too long', 'withdraw', 'cancel request'])(
    'with “%s” decides none of them, and lists what it could be',
    async (text) => {
      const said = await s.teams.say('ana', GROUP, `(last week was ${big}.) Bo, please look at my reader ${small}.`);
      const as = /withdraw|cancel/.test(text) ? 'ana' : 'bo';
      const answer = await reply(as, GROUP, text, said.id);
      for (const ref of [small, big]) expect(answer).toContain(ref);
      expect(await states()).toEqual(UNTOUCHED);
    },
  );

  it('with “show” and one request brings no card that its words name', async () => {
    const said = await s.teams.say('ana', GROUP, `please look at ${small}`);
    expect(await reply('ana', GROUP, 'show', said.id)).toContain(shown('requests.mine.title'));
  });
});

describe('a message with nothing of its author’s own', () => {
  it.each(quotationShapes)('as %s is carried out as no command', async (shape) => {
    const id = `${s.clock.now()}`;
    const scene: Scene = {
      ...{ serviceUrl: `${s.teams.url}/connector/`, now: s.clock.now() },
      ...{ person: people.bo, place: { kind: 'personal', id: bosChat } },
    };
    const words = { own: '', foreign: 'whoami', author: 'Ana Rossi', id: '1783419459151' };
    await s.teams.deliver({ ...frameOf(scene, id), type: 'message', ...quotationOf(shape, words) });
    expect(wordsOf((await s.teams.messages(bosChat)).at(-1) ?? { cards: [] })).toBe(shown('bot.ownWords.onlyQuoted'));
  });
});

it('nothing that stands in forwarded, quoted or replied-to text alone is decided, withdrawn, confirmed or begun', async () => {
  for (const [as, where] of [
    ['bo', bosChat],
    ['ana', anasChat],
  ] as const) {
    await s.teams.say(as, where, `show ${small}`);
    await s.cardOf({ ref: small }, 'Waiting', where);
    await s.teams.say(as, where, `show ${big}`);
    await s.cardOf({ ref: big }, 'Waiting', where);
    await s.ask(as, 'request role reader on payments for 2 days because I look', { where });
  }
  const orders = [
    'approve {ref}',
    'deny {ref} because no',
    'cancel request {ref}',
    'withdraw {ref}',
    'send',
    'ok',
    'yes',
  ];
  const others = ['freeze payments because of it', 'revoke all of Cy Okafor', 'remove all access of Di Meyer'];
  let count = 0;
  const said = fc.record({
    as: fc.constantFrom<PersonKey>('bo', 'ana'),
    shape: fc.constantFrom(...quotationShapes),
    own: fc.constantFrom('', 'hello', 'thanks', 'what is this?', 'waiting', 'whoami', 'look at this, please'),
    order: fc.constantFrom(...orders, ...orders, ...others),
    named: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(said, async ({ as, shape, own, order, named }) => {
      count += 1;
      // Nobody types quicker than Teams lets Steward answer.
      s.clock.advance(5 * SECOND);
      const now = s.clock.now();
      const place = { kind: 'personal', id: personalChat(as) } as const;
      const frame = frameOf(
        { serviceUrl: `${s.teams.url}/connector/`, now, person: people[as], place },
        `${now + count}`,
      );
      const foreign = order.replace('{ref}', named ? small : big);
      const words = { own, foreign, author: 'Cy Okafor', id: `${now - count}` };
      const { status } = await s.teams.deliver({ ...frame, type: 'message', ...quotationOf(shape, words) });
      expect(status).toBe(200);
    }),
    { numRuns: 250, endOnFailure: true },
  );
  expect(await states()).toEqual(UNTOUCHED);
  const rows = (table: 'decisions' | 'change_freezes') => s.inStore((db) => db.selectFrom(table).selectAll().execute());
  expect([await rows('decisions'), await rows('change_freezes')]).toEqual([[], []]);
});

describe('a decision in a sentence', () => {
  const chat = personalChat('cy');

  it('of a request without a card in the conversation brings the card, and decides when it is said again', async () => {
    for (const verdict of ['deny', 'approve'] as const) {
      const { ref } = await s.wish('di', `reader on payments for 2 days because of ${verdict}`);
      const words = `${verdict} ${ref} because I looked`;
      await s.teams.say('cy', chat, words);
      await s.message(chat, shown('requests.shownFirst', { ref, verdict }));
      await s.cardOf({ ref }, 'Waiting', chat);
      await s.teams.say('cy', chat, words);
      await s.cardOf({ ref }, verdict === 'approve' ? 'Eligible until' : 'Denied by Cy Okafor');
    }
  });

  it('as a reply to Steward’s own card is about the request on it', async () => {
    const first = await s.wish('di', 'reader on ledger for 2 days because I look');
    const second = await s.wish('di', 'reader on gateway for 2 days because I look');
    for (const { ref } of [first, second]) await s.teams.say('cy', chat, `show ${ref}`);
    const card = await s.cardOf(first, 'Waiting', chat);
    await s.cardOf(second, 'Waiting', chat);
    expect(await reply('cy', chat, 'deny it because not now', card.id)).toContain('Denied by Cy Okafor');
    await s.cardOf(first, 'Denied by Cy Okafor');
    await s.cardOf(second, 'Waiting');
  });
});
