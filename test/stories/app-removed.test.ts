import { channels, personalChat, wordsOf } from '../support/steward.ts';
import { steward } from '../support/story-steward.ts';

const s = steward();

it('a request made while the app is removed from the team gets its approvers’ card once it is back', async () => {
  await s.teams.setInstalled('bo', 'team', false);
  const asked = await s.wish('ana', 'reader on ledger for 3 hours because payouts hang', personalChat('ana'));
  await s.cardOf(asked, 'Waiting for approval', personalChat('ana'));
  const board = async () => (await s.teams.messages(channels.approvals, 'bo')).map(wordsOf);
  expect((await board()).filter((words) => words.includes(asked.ref))).toEqual([]);
  await s.teams.setInstalled('bo', 'team', true);
  await s.cardOf(asked, 'Waiting for approval', channels.approvals);
  expect((await board()).filter((words) => words.includes(asked.ref))).toHaveLength(1);
});
