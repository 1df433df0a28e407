import { otherPlaces, type PersonKey } from '../../sandbox/world.ts';
import { personalChat, wordsOf } from '../support/steward.ts';
import { shown } from '../support/story.ts';
import { steward } from '../support/story-steward.ts';

const s = steward({ wideLimits: true });

const GROUP = otherPlaces.group.id;
const bosChat = personalChat('bo');

let small: string;
let big: string;
beforeAll(async () => {
  ({ ref: small } = await s.requestRole('ana', 'reader on staging for 5 days because small thing'));
  ({ ref: big } = await s.requestRole('ana', 'contributor on ledger for 10 days because big thing'));
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

it.each([
  ['approve', 'bo'],
  ['withdraw', 'ana'],
] as const)('“%s” as a reply to a message that names requests decides none and lists them all', async (text, as) => {
  const said = await s.teams.say('ana', GROUP, `(last week was ${big}.) Bo, please look at my reader ${small}.`);
  const answer = await reply(as, GROUP, text, said.id);
  for (const ref of [small, big]) expect(answer).toContain(ref);
  expect(await states()).toEqual(['waiting', 'waiting', 2]);
});

it('“show” as a reply to a message that names one request brings no card of it', async () => {
  const said = await s.teams.say('ana', GROUP, `please look at ${small}`);
  expect(await reply('ana', GROUP, 'show', said.id)).toContain(shown('requests.mine.title'));
});

it('a message that only quotes a command is answered with what to do, and the command is not carried out', async () => {
  await s.teams.say('bo', bosChat, '> whoami');
  await s.message(bosChat, shown('bot.ownWords.onlyQuoted'));
});

describe('a decision in a sentence', () => {
  const chat = personalChat('cy');

  it('of a request without a card in the conversation brings the card, and decides when it is said again', async () => {
    for (const verdict of ['deny', 'approve'] as const) {
      const { ref } = await s.requestRole('di', `reader on payments for 2 days because of ${verdict}`);
      const words = `${verdict} ${ref} because I looked`;
      await s.teams.say('cy', chat, words);
      await s.message(chat, shown('requests.shownFirst', { ref, verdict }));
      await s.cardOf({ ref }, 'Waiting', chat);
      await s.teams.say('cy', chat, words);
      await s.cardOf({ ref }, verdict === 'approve' ? 'Eligible until' : 'Denied by Cy Okafor');
    }
  });

  it('as a reply to Steward’s own card is about the request on it', async () => {
    const first = await s.requestRole('di', 'reader on ledger for 2 days because I look');
    const second = await s.requestRole('di', 'reader on gateway for 2 days because I look');
    for (const { ref } of [first, second]) await s.teams.say('cy', chat, `show ${ref}`);
    const card = await s.cardOf(first, 'Waiting', chat);
    await s.cardOf(second, 'Waiting', chat);
    expect(await reply('cy', chat, 'deny it because not now', card.id)).toContain('Denied by Cy Okafor');
    await s.cardOf(first, 'Denied by Cy Okafor');
    await s.cardOf(second, 'Waiting');
  });
});
