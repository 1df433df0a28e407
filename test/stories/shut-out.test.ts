import { channels, personalChat, wordsOf } from '../support/steward.ts';
import { steward } from '../support/story-steward.ts';

const s = steward();

/** What Teams says of a channel in which bots may not post, and what the operators read of it. */
const refusals = [
  ['its moderation', { errorCode: 209, message: JSON.stringify({ subCode: 'MessageWritesBlocked' }) }, 'moderation'],
  ['an administrator', { error: { code: 'BotDisabledByAdmin' } }, 'administrator has disabled'],
  ['an unknown rule', { error: { code: 'NotEnoughPermissions' } }, 'a reason that is in the log'],
] as const;

const refuse = (where: string, body: unknown): void =>
  s.teams.faults.next({ status: 403, body, on: 'send', in: where, count: 1_000 });

const wordsIn = async (where: string): Promise<string[]> => (await s.teams.messages(where)).map(wordsOf);

it.each(refusals)(
  'a card for a channel that %s keeps Steward from waits, the operators are told once, and it comes when it may',
  async (_by, body, why) => {
    const notices = (what: string) => async () =>
      (await wordsIn(channels.alerts)).filter((one) => one.includes(`${what} in Approvals`));
    const [refused, again] = [notices('cannot post'), notices('can post')];
    const before = { refused: await refused(), again: await again() };
    refuse(channels.approvals, body);
    const wishes = ['reader on ledger', 'reader on staging'].map((what) => `${what} for 3 hours because payouts hang`);
    const asked = [];
    for (const wish of wishes) asked.push(await s.requestRole('ana', wish, personalChat('ana')));
    await s.until('a notice for the operators', async () => (await refused()).length > before.refused.length);
    s.teams.faults.clear();
    for (const one of asked) await s.cardSoon(one, 'Waiting for approval', channels.approvals);
    await s.until('good news for the operators', async () => (await again()).length > before.again.length);
    const told = (await refused()).slice(before.refused.length);
    expect(told).toEqual([expect.stringContaining(why)]);
    for (const one of asked) await s.ask('ana', `cancel request ${one.ref}`);
  },
);

it('whoever writes in a channel that takes no posts is told in their own chat', async () => {
  await s.teams.setModerated('bo', channels.general, true);
  await s.teams.say('ana', channels.general, 'whoami', { mention: true });
  const notice = await s.message(personalChat('ana'), 'You wrote “whoami” in a channel');
  expect(wordsOf(notice)).toContain('an owner of the channel');
  await s.teams.setModerated('bo', channels.general, false);
});
