import { channels, personalChat, wordsOf } from '../support/steward.ts';
import { steward } from '../support/story-steward.ts';

const s = steward();

const alertOf = async (where: string, words: string) =>
  (await s.message(where, (message) => wordsOf(message).includes(words))).alert;

it('news of a request that could not be granted rings, since it can be corrected, and other news does not', async () => {
  const chat = personalChat('ana');
  s.vendor.faults.set({ kind: 'rule', rules: ['JustificationRule'], count: 1 });
  const refused = await s.requestApproved('ana', 'contributor on staging for 5 days because I mend payouts');
  await s.cardSoon(refused, 'Not granted', chat);
  expect(await alertOf(chat, refused.ref)).toBe(true);
  for (const where of [channels.general, channels.approvals]) expect(await alertOf(where, refused.ref)).toBeUndefined();

  const granted = await s.requestApproved('ana', 'reader on staging for 5 days because I mend payouts');
  await s.cardSoon(granted, 'Eligible until', chat);
  expect(await alertOf(chat, granted.ref)).toBeUndefined();
});

it('a file that its reader must accept first notifies the reader, and an answer in the same chat does not', async () => {
  const chat = personalChat('di');
  await s.ask('di', 'export november', { where: chat });
  const file = await s.fast(() => s.message(chat, ({ consents }) => (consents ?? []).length > 0));
  expect(file.alert).toBe(true);
  const answer = await s.ask('di', 'whoami', { where: chat });
  expect(answer.alert).toBeUndefined();
});
