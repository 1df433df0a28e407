import { DAY, HOUR, MINUTE } from '#platform/lib/clock.ts';
import type { MessageView } from '../../sandbox/teams/api.ts';
import { people } from '../../sandbox/world.ts';
import { channels, personalChat, wordsOf } from '../support/steward.ts';
import { steward } from '../support/story-steward.ts';

const s = steward();

const remindEvery2Hours = () =>
  s.replaceInPolicy(
    'decide: [platform, security]\n      card: approvals\n    - name: payments break the glass',
    'decide: [platform, security]\n      card: approvals\n      remind: 2 hours\n    - name: payments break the glass',
  );

const mentions = ({ mentions: people = [] }: MessageView): string[] => people.map(({ name }) => name);

/** The replies under a request's card that mention people, oldest first. */
const notices = async (ref: string): Promise<MessageView[]> =>
  (await s.teams.messages(channels.approvals)).filter(
    (message) => message.text?.includes(ref) && mentions(message).length > 0,
  );

const noticeNumber = (ref: string, count: number): Promise<MessageView> =>
  s.until(`notice ${count} of ${ref}`, async () => (await notices(ref))[count - 1]);

afterEach(async () => {
  for (const as of ['bo', 'cy'] as const) {
    const said = 'my notices mention, quiet none, weekends yes, away no';
    expect(await s.reply(as, said, { where: personalChat(as) })).toContain('Saved');
  }
});

it('those who can decide are mentioned once under the card, only those without a decision are reminded, and nobody after it', async () => {
  await remindEvery2Hours();
  const asked = await s.requestRole('ana', 'reader on payments for 5 days because payouts fail');
  const first = await noticeNumber(asked.ref, 1);
  expect(mentions(first).toSorted()).toEqual(['Bo Lind', 'Cy Okafor']);
  const card = await s.cardOf(asked);
  expect(first.rootId).toBe(card.rootId ?? card.id);
  expect(wordsOf(await s.lookAt('ana', card))).toMatch(/Notified: .*Bo Lind in Approvals/);
  expect(wordsOf(await s.lookAt('cy', card))).not.toContain('Notified:');

  s.clock.advance(HOUR);
  await s.press('bo', card, 'change.claim');
  expect(wordsOf(await s.cardOf(asked, 'is on it since'))).toContain('**Bo Lind** is on it since');
  expect(await s.offeredTo('bo', await s.cardOf(asked))).not.toContain('change.claim');

  s.clock.advance(HOUR + MINUTE);
  expect(mentions(await noticeNumber(asked.ref, 2))).toEqual(['Cy Okafor']);

  await s.pressApprove('cy', asked);
  await s.cardOf(asked, 'Eligible until');
  s.clock.advance(5 * HOUR);
  const other = await s.requestRole('ana', 'reader on staging for 5 days because payouts fail');
  await noticeNumber(other.ref, 1);
  expect(await notices(asked.ref)).toHaveLength(2);
  await s.pressDeny('bo', other, 'not today');
});

it('whoever chose their own chat gets the card there, with its buttons, and it rings', async () => {
  const chat = personalChat('cy');
  expect(await s.reply('cy', 'my notices own chat, quiet none', { where: chat })).toContain('comes to your own chat');
  const asked = await s.requestRole('ana', 'reader on ledger for 5 days because payouts fail');
  expect(mentions(await noticeNumber(asked.ref, 1))).toEqual(['Bo Lind']);
  const copy = await s.message(chat, (message) => message.cards.length > 0 && wordsOf(message).includes(asked.ref));
  expect(copy.alert).toBe(true);
  expect(await s.offeredTo('cy', copy)).toContain('change.claim');
  await s.press('cy', copy, 'change.approve');
  await s.cardOf(asked, 'Eligible until', chat);
});

it('of whoever is away the stand-in is notified, and only somebody who may decide can stand in', async () => {
  const chat = personalChat('cy');
  const refused = await s.reply('cy', 'my notices away until 2 days, stand-in fi', { where: chat });
  expect(refused).toContain('cannot stand in');
  expect(refused).toContain('Bo Lind');
  const saved = await s.reply('cy', 'my notices quiet 22:00-07:00, away until in 2 days, stand-in bo, zone UTC', {
    where: chat,
  });
  expect(saved).toContain('Bo Lind is notified meanwhile');
  const rows = await s.inStore((db) =>
    db.selectFrom('audit').select('detail_json').where('event', '=', 'own notices changed').orderBy('seq').execute(),
  );
  const day = new Date(s.clock.now() + 2 * DAY).toISOString().slice(0, 10);
  expect(JSON.parse(rows.at(-1)?.detail_json ?? '')).toMatchObject({
    quiet: { from: 1320, to: 420 },
    awayUntil: Date.parse(day),
    standIn: people.bo.objectId,
  });
  const asked = await s.requestRole('ana', 'contributor on ledger for 5 days because payouts fail');
  const notice = await noticeNumber(asked.ref, 1);
  expect(mentions(notice)).toEqual(['Bo Lind']);
  expect(notice.text).toContain('for Cy Okafor');
  expect(wordsOf(await s.lookAt('ana', await s.cardOf(asked)))).toContain('Cy Okafor is away until');
  await s.pressDeny('bo', asked, 'not today');
});

it('a request that nobody decided escalates, and those people are mentioned and may decide', async () => {
  const asked = await s.requestRole('ana', 'owner on staging for 5 hours because payouts fail');
  expect(mentions(await noticeNumber(asked.ref, 1))).toEqual(['Cy Okafor']);
  expect(await s.pressAnyway('bo', asked, 'change.approve')).toContain('can decide this');
  s.clock.advance(4 * HOUR + MINUTE);
  const card = await s.cardOf(asked, 'Escalated to platform');
  const last = await s.until('the notice of the escalation', async () =>
    (await notices(asked.ref)).find((notice) => mentions(notice).includes('Bo Lind')),
  );
  expect(last.rootId).toBe(card.rootId ?? card.id);
  await s.pressApprove('bo', asked);
  await s.cardOf(asked, 'Eligible until');
});

it('a request that nobody is there to decide escalates at once, and without an escalation it is refused', async () => {
  expect(await s.reply('cy', 'my notices away until in 5 days', { where: personalChat('cy') })).toContain(
    'nobody stands in',
  );
  const asked = await s.requestRole('di', 'owner on ledger for 5 hours because payouts fail');
  await s.cardOf(asked, 'Escalated to platform');
  expect(mentions(await noticeNumber(asked.ref, 1))).toEqual(['Bo Lind']);
  await s.pressDeny('bo', asked, 'not today');

  await s.replaceInPolicy('escalate: { to: [platform], after: 4 hours }', '# no escalation');
  const answer = await s.requestRoleAnswer('di', 'owner on payments for 5 hours because payouts fail');
  expect(answer).toContain('Cy Okafor is away until this request would expire');
});
