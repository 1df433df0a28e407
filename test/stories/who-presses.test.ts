import { fieldsOf } from '../support/card-view.ts';
import { channels } from '../support/steward.ts';
import { answerOf, changeIn, plain } from '../support/story.ts';
import { steward } from '../support/story-steward.ts';

const s = steward();

it('“Show” with the id of somebody else’s request shows nothing to a person without the right', async () => {
  const asked = await s.requestRole('ana', 'reader on ledger for 2 days because I count');
  const change = changeIn(await s.cardOf(asked, 'Waiting'));
  const other = await s.ask('fi', 'whoami', { where: channels.finance });
  const before = (await s.teams.messages(channels.finance)).length;
  expect(answerOf(await s.teams.act('fi', other.id, 'change.show', { change }))).toBe(plain('changes.refused.unknown'));
  expect(await s.teams.messages(channels.finance)).toHaveLength(before);
});

it('“Fix” on the card of somebody else’s request does not show their answers', async () => {
  const asked = await s.requestRole('ana', 'reader on staging for 2 days because I count');
  await s.pressDeny('bo', asked, 'not now');
  const card = await s.cardOf(asked, 'Denied');
  const data = { change: changeIn(card), terms: 1 };
  const refused = plain('changes.refused.notYours', { who: 'Ana Rossi' });
  expect(answerOf(await s.teams.act('di', card.id, 'change.fix', data))).toBe(refused);
});

it('an input of a card is stored up to 4,000 characters', async () => {
  const form = await s.ask('ana', 'request role contributor on gateway for a while');
  const refused = await s.sendForm('ana', form, { reason: 'x'.repeat(100_000) });
  expect(fieldsOf(refused)['reason']).toHaveLength(4_000);
});
