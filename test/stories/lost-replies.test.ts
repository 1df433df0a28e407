import { COMMAND_BUTTON } from '#teams/cards/buttons.ts';
import type { MessageView } from '../../sandbox/teams/api.ts';
import type { PersonKey } from '../../sandbox/world.ts';
import { buttonsOf } from '../support/card-view.ts';
import { channels, personalChat } from '../support/steward.ts';
import { answerOf, plain } from '../support/story.ts';
import { steward } from '../support/story-steward.ts';

const s = steward();

const isSettled = async (): Promise<boolean> => {
  const rows = await s.inStore((db) => db.selectFrom('deliveries').select(['subject', 'state']).execute());
  return rows.every(({ subject, state }) => !subject.startsWith('reply:') || state !== 'ready');
};

/** Everything that the bot says in answer, at least so often, once nothing more will come. */
const answersTo = async (as: PersonKey, text: string, where: string, times: number): Promise<MessageView[]> => {
  const { id } = await s.teams.say(as, where, text, { mention: true });
  const said = async () => {
    const messages = await s.teams.messages(where, as);
    const after = messages.slice(messages.findIndex((message) => message.id === id) + 1);
    return after.filter(({ from, rootId }) => from.kind === 'bot' && (rootId === undefined || rootId === id));
  };
  await s.fast(() => s.until('the answer', async () => (await said()).length >= times && (await isSettled())));
  return said();
};

it('a form that stands there twice is sent once', async () => {
  s.teams.faults.next({ status: 502, afterEffect: true, on: 'send' });
  const wish = 'request reader on staging for 3 days because I look';
  const [first, second] = await answersTo('ana', wish, channels.general, 2);
  if (!first || !second) throw new Error('the form does not stand there twice');
  const { ref } = await s.sendRequest('ana', second);
  await s.press('ana', first, 'form.submit');
  const rows = await s.inStore((db) => db.selectFrom('changes').select('ref').execute());
  expect(rows.map((row) => row.ref)).toEqual([ref]);
});

it('a list that comes late in a personal chat has its reader’s own buttons, and none for others', async () => {
  await s.requestRole('ana', 'reader on payments for 2 days because I count');
  const chat = personalChat('bo');
  const [ordinary] = await answersTo('bo', 'waiting', chat, 1);
  s.teams.faults.next({ status: 502, on: 'send' });
  const [late] = await answersTo('bo', 'waiting', chat, 1);
  const titles = (message: MessageView | undefined) => message && buttonsOf(message).map(({ title }) => title);
  expect(titles(late)).toEqual(titles(ordinary));
  expect(titles(late)).not.toContain(plain('cards.view.more'));
});

it('an answer below a pressed button comes although its post is lost', async () => {
  const where = personalChat('ana');
  const welcome = await s.message(where, (message) => buttonsOf(message).some(({ verb }) => verb === COMMAND_BUTTON));
  const before = (await s.teams.messages(where)).length;
  s.teams.faults.next({ status: 504, on: 'send' });
  expect(answerOf(await s.press('ana', welcome, COMMAND_BUTTON))).toBe(plain('bot.answer.below'));
  await s.fast(() => s.until('the answer', async () => (await s.teams.messages(where)).length > before));
});
