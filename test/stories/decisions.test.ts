import { DAY, HOUR } from '#platform/lib/clock.ts';
import type { MessageView } from '../../sandbox/teams/api.ts';
import type { PersonKey } from '../../sandbox/world.ts';
import { fieldsOf } from '../support/card-view.ts';
import { fromCard, translateIn } from '../support/dialogs.ts';
import { channels, personalChat, wordsOf } from '../support/steward.ts';
import { answerOf, changeIn, everyCopy, plain, type RequestRef, shown } from '../support/story.ts';
import { steward } from '../support/story-steward.ts';

const s = steward();

it('a denial without a reason is refused, and the request still waits', async () => {
  const asked = await s.requestRole('ana', 'reader on staging for 2 days because I compare settings');
  expect(await s.pressDeny('bo', asked, '   ')).toBe(plain('changes.refused.reasonMissing'));
  expect(await s.pressApprove('bo', asked)).toContain('being granted');
  await s.cardOf(asked, 'Eligible until');
});

it('a decider may have the reason translated; the card does not change', async () => {
  const asked = await s.requestRole('ana', 'owner on ledger for 1 day because The payouts are late again.');
  const card = await s.cardOf(asked, 'The payouts are late again.', channels.approvals);
  const form = await fromCard(s, 'bo', card, 'change.offer');
  const result = await translateIn(s, 'bo', form, { to: 'de' });
  for (const words of ['Die Auszahlungen sind wieder verspätet.', 'The payouts are late again.']) {
    expect(result).toContain(words);
  }
  expect(await s.cardOf(asked, 'The payouts are late again.', channels.approvals)).toEqual(card);
});

it('a denial ends the request everywhere, with its reason, and nothing reaches the vendor', async () => {
  const asked = await s.requestRole('ana', 'contributor on staging for 2 days because I try things');
  expect(await s.pressDeny('bo', asked, 'Staging is frozen this week')).toContain('Denied by Bo Lind');
  for (const where of everyCopy('ana', asked)) {
    expect(wordsOf(await s.cardOf(asked, 'Denied by Bo Lind', where))).toContain('Staging is frozen this week');
  }
  expect(s.sentRequests()).toHaveLength(0);
});

it('the second decider is told who decided first', async () => {
  const asked = await s.requestRole('ana', 'reader on ledger for 2 days because I look');
  const card = await s.cardOf(asked, 'Waiting');
  const { act } = s.teams;
  const data = { change: changeIn(card), terms: 1 };
  await s.press('cy', card, 'change.deny', { reason: 'not now' });
  const late = answerOf(await act('bo', card.id, 'change.approve', data));
  expect(late).toMatch(/^Cy Okafor already denied this today \d\d:\d\d\. Ana Rossi can ask again\.$/);
});

describe('a press that comes too late says what became of the request, and what can be done now', () => {
  const late = async (as: PersonKey, card: MessageView, verb: string): Promise<string> =>
    answerOf(await s.teams.act(as, card.id, verb, { change: changeIn(card), terms: 1 }));

  it('after its withdrawal', async () => {
    const asked = await s.requestRole('ana', 'reader on ledger for 2 days because I look');
    await s.reply('ana', `withdraw ${asked.ref}`);
    const card = await s.cardOf(asked, 'Withdrawn by Ana Rossi');
    expect(await late('bo', card, 'change.approve')).toMatch(
      /^Ana Rossi already withdrew this today .* left to decide\.$/,
    );
  });

  it('after a denial, to the requester', async () => {
    const asked = await s.requestRole('ana', 'reader on ledger for 2 days because I look');
    await s.pressDeny('bo', asked, 'not now');
    const card = await s.cardOf(asked, 'Denied by Bo Lind');
    expect(await late('ana', card, 'change.cancel')).toContain('Bo Lind already denied this');
    expect(await late('ana', card, 'change.cancel')).toContain('press “Ask again …” on its card');
  });

  it('after an approval, and after the end of what was granted', async () => {
    const asked = await s.requestApproved('ana', 'reader on payments for 2 days because I look');
    const card = await s.cardOf(asked, 'Eligible until');
    expect(await late('cy', card, 'change.approve')).toMatch(/^Bo Lind already approved this today .*\. It is done\.$/);
    expect(await late('ana', card, 'change.cancel')).toMatch(/ so it can no longer be withdrawn\. It is done\.$/);
    s.clock.advance(2 * DAY);
    await s.cardOf(asked, 'Ended');
    expect(await late('cy', card, 'change.approve')).toMatch(
      /^Bo Lind already approved this .*\. It has ended since\.$/,
    );
  });
});

describe('“Ask again …” opens the form with the former answers', () => {
  const opens = async (asked: RequestRef, says: string): Promise<void> => {
    const card = await s.cardOf(asked, says, channels.general);
    expect(await s.offeredTo('bo', card)).not.toContain('change.fix');
    const form = await s.pressForForm('ana', card, 'change.fix');
    expect(fieldsOf(form)).toMatchObject({ duration: '2 days', reason: 'I look' });
    expect(wordsOf(form)).toContain('Contributor on Ledger');
  };
  const WISH = 'contributor on ledger for 2 days because I look';

  it('on the card of a denied request, for whoever asked', async () => {
    const asked = await s.requestRole('ana', WISH);
    await s.pressDeny('bo', asked, 'not now');
    await opens(asked, 'Denied by Bo Lind');
  });

  it('on the card of a request whose grant has ended, and not before', async () => {
    const asked = await s.requestApproved('ana', WISH);
    const card = await s.cardOf(asked, 'Eligible until', channels.general);
    expect(answerOf(await s.pressUnoffered('ana', card, 'change.fix'))).toBe(plain('requests.notAgain'));
    s.clock.advance(2 * DAY);
    await opens(asked, 'Ended');
  });
});

it('Ana withdraws her request with the button on her own card', async () => {
  const asked = await s.requestRole('ana', 'reader on ledger for 3 days because I look again');
  const own = await s.cardOf(asked, 'Waiting', channels.general);
  expect(answerOf(await s.press('ana', own, 'change.cancel'))).toContain('Withdrawn by Ana Rossi');
  await s.cardOf(asked, 'Withdrawn by Ana Rossi');
});

it('nobody else can withdraw a request', async () => {
  const asked = await s.requestRole('ana', 'reader on ledger for 4 days because I look once more');
  const own = await s.cardOf(asked, 'Waiting', channels.general);
  expect(await s.offeredTo('di', own)).not.toContain('change.cancel');
  const refused = answerOf(await s.pressUnoffered('di', own, 'change.cancel'));
  expect(refused).toBe(plain('changes.refused.notYours', { who: 'Ana Rossi' }));
  expect(await s.reply('ana', `cancel request ${asked.ref}`)).toContain(`${asked.ref} · Withdrawn by Ana Rossi`);
});

it('`cancel request` without a name withdraws the only waiting request', async () => {
  const asked = await s.requestRole('di', 'reader on ledger for 2 days because I check invoices');
  expect(await s.reply('di', 'cancel request', { where: personalChat('di') })).toContain(asked.ref);
  await s.cardOf(asked, 'Withdrawn by Di Meyer');
  expect(await s.reply('di', 'cancel request')).toContain(plain('requests.cancel.none'));
});

it('`cancel request` with several waiting requests asks which', async () => {
  const one = await s.requestRole('di', 'reader on ledger for 2 days because I check invoices');
  const two = await s.requestRole('di', 'reader on staging for 2 days because I check more invoices');
  const which = await s.reply('di', 'cancel request');
  expect(which).toContain(one.ref);
  expect(which).toContain(two.ref);
  for (const { ref } of [one, two]) await s.ask('di', `cancel request ${ref.slice(2).toLowerCase()}`);
  await s.cardOf(one, 'Withdrawn');
  await s.cardOf(two, 'Withdrawn');
});

it('an undecided request expires, and the requester is told in the personal chat', async () => {
  const asked = await s.requestRole('ana', 'reader on payments for 5 days because I look into refunds');
  const card = await s.cardOf(asked, 'Waiting');
  s.clock.advance(8 * HOUR);
  for (const where of everyCopy('ana', asked)) await s.cardOf(asked, shown('changes.state.expired'), where);
  const data = { change: changeIn(card), terms: 1 };
  const late = answerOf(await s.teams.act('bo', card.id, 'change.approve', data));
  expect(late).toContain(plain('changes.stateName.expired'));
  expect(s.sentRequests()).toHaveLength(0);
});

it('a sensitive role needs Cy: Bo has no button and is refused, Cy approves', async () => {
  const asked = await s.requestRole('ana', 'owner on staging for 1 day because I move the subscription');
  const card = await s.cardOf(asked, 'Waiting');
  expect(wordsOf(card)).toContain('Cy Okafor can decide');
  expect(await s.offeredTo('bo', card)).toEqual([]);
  expect(answerOf(await s.pressUnoffered('bo', card, 'change.approve'))).toContain('can decide this');
  expect(await s.pressApprove('cy', asked)).toContain('Approved by Cy Okafor');
  await s.cardOf(asked, 'Eligible until');
  expect(await s.listedRole('ana', 'staging', 'owner')).toHaveLength(1);
});
