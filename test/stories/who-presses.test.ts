import { fieldsOf } from '../support/card-view.ts';
import { channels, type Steward, startSteward } from '../support/steward.ts';
import { answerOf, ask, cardOf, changeIn, freshStory, plain, pressDeny, sendForm, wish } from '../support/story.ts';

let s: Steward;
beforeAll(async () => {
  s = await startSteward();
});
beforeEach(() => freshStory(s));
afterAll(() => s.end());

it('W17: “Show” of somebody else’s request, pressed with its id, shows nothing to whom it does not concern', async () => {
  const asked = await wish(s, 'ana', 'reader on ledger for 2 days because I count');
  const change = changeIn(await cardOf(s, asked, 'Waiting'));
  const other = await ask(s, 'fi', 'whoami', { where: channels.finance });
  const before = (await s.teams.messages(channels.finance)).length;
  expect(answerOf(await s.teams.act('fi', other.id, 'change.show', { change }))).toBe(plain('changes.refused.unknown'));
  expect(await s.teams.messages(channels.finance)).toHaveLength(before);
});

it('W17: “Fix” on the card of somebody else’s request opens nothing of what they typed', async () => {
  const asked = await wish(s, 'ana', 'reader on staging for 2 days because I count');
  await pressDeny(s, 'bo', asked, 'not now');
  const card = await cardOf(s, asked, 'Denied');
  const data = { change: changeIn(card), terms: 1 };
  const refused = plain('changes.refused.notYours', { who: 'Ana Rossi' });
  expect(answerOf(await s.teams.act('di', card.id, 'change.fix', data))).toBe(refused);
});

it('W17: of what an input of a card brings, 4,000 letters are kept', async () => {
  const form = await ask(s, 'ana', 'request role contributor on gateway for a while');
  const refused = await sendForm(s, 'ana', form, { reason: 'x'.repeat(100_000) });
  expect(fieldsOf(refused)['reason']).toHaveLength(4_000);
});
