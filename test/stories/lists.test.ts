import { HOUR, MINUTE } from '#platform/lib/clock.ts';
import { buttonsOf } from '../support/card-view.ts';
import { channels, personalChat, wordsOf } from '../support/steward.ts';
import { answerOf, PAST_MINIMUM, plain, shown } from '../support/story.ts';
import { steward } from '../support/story-steward.ts';

const s = steward();

describe('lists of assignments', () => {
  it('`my access` shows direct and group assignments, and which is which', async () => {
    const mine = await s.reply('ana', 'my access');
    expect(mine).toContain('Reader on Gateway');
    expect(mine).toContain(shown('access.memberType.direct'));
    expect(mine).toContain(shown('access.memberType.group', { through: 'Payments team' }));
  });

  it('`my access` without assignments says so', async () => {
    expect(await s.reply('fi', 'my access')).toContain(shown('access.mine.empty'));
  });

  it('`who has access` reads every page, with inherited assignments', async () => {
    const asked = await s.requestApproved('di', 'contributor on payments for 2 days because I close the month');
    await s.cardOf(asked, 'Eligible until');
    const list = await s.ask('bo', 'who has access to Payments Production');
    const who = wordsOf(list) + answerOf(await s.press('bo', list, 'access.place'));
    for (const name of ['Di Meyer', 'Gwen Adler', 'Mina Gupta', 'steward-bot']) expect(who).toContain(name);
    expect(who).toContain(shown('access.memberType.inherited', { through: 'Northwind' }));
    expect(who).not.toContain('Storage Blob Data Reader');
  });

  it('`who has access` below a place shows a new role there once, as inherited, whether the vendor lists it yet or not', async () => {
    const asked = await s.requestApproved('ana', 'contributor on payments for 2 days because I close the month');
    await s.cardOf(asked, 'Eligible until');
    const shownBelow = async (): Promise<number> => {
      const list = await s.ask('bo', 'who has access to ledger');
      const who = wordsOf(list) + answerOf(await s.press('bo', list, 'access.place'));
      return who.split('Ana Rossi').length - 1;
    };
    const below = wordsOf(await s.ask('bo', 'who has access to ledger'));
    s.vendor.faults.set({ kind: 'list-lag', ms: HOUR });
    const before = await shownBelow();
    s.vendor.faults.clear();
    s.clock.advance(10 * MINUTE);
    expect([before, await shownBelow()]).toEqual([1, 1]);
    expect(below).toContain(shown('access.memberType.inherited', { through: 'Payments Production' }));
  });

  it('`who has access now` omits assignments that start later', async () => {
    const asked = await s.requestApproved(
      'di',
      'contributor on gateway for 2 days from tomorrow 09:00 because I look at it tomorrow',
    );
    await s.cardOf(asked, '· from');
    expect(await s.reply('bo', 'who has access to gateway')).toContain('Di Meyer');
    const now = await s.reply('bo', 'who has access now to gateway');
    expect(now).toContain(shown('access.who.titleNow', { place: 'Gateway' }));
    expect(now).not.toContain('Di Meyer');
  });

  it('`roles` lists requestable roles, with the vendor’s descriptions by default, and requests one', async () => {
    const roles = await s.ask('ana', 'roles on payments');
    expect(wordsOf(roles)).toContain('Contributor on Payments Production');
    expect(wordsOf(roles)).toContain('See everything, change nothing.');
    expect(wordsOf(await s.pressForForm('ana', roles, 'access.ask'))).toContain('Reader on Payments Production');
  });

  it('`who has access` without a place, or with an unknown one, lists the places', async () => {
    expect(await s.reply('ana', 'who has access')).toContain('payments, staging, ledger, gateway');
    expect(await s.reply('ana', 'who has access to mars')).toContain('mars');
  });
});

describe('lists of requests', () => {
  it('`my requests` shows each with its state, newest first', async () => {
    const first = await s.requestRole('ana', 'reader on ledger for 2 days because I look');
    const second = await s.requestRole('ana', 'reader on staging for 2 days because I look');
    await s.ask('ana', `cancel request ${first.ref}`);
    const mine = await s.reply('ana', 'my requests');
    expect(mine.indexOf(second.ref)).toBeLessThan(mine.indexOf(first.ref));
    expect(mine).toContain('Withdrawn by Ana Rossi');
    expect(mine).toContain('Waiting for approval');
  });

  it('`my requests` and `waiting` say that they are empty', async () => {
    expect(await s.reply('fi', 'my requests')).toContain(shown('requests.mine.empty'));
    expect(await s.reply('fi', 'waiting')).toContain(shown('requests.waiting.empty'));
  });

  it('`waiting` lists what this person can decide, and Show posts the card', async () => {
    const asked = await s.requestRole('ana', 'contributor on ledger for 2 days because I mend the ledger');
    const chat = personalChat('bo');
    const list = await s.ask('bo', 'waiting', { where: chat });
    expect(wordsOf(list)).toContain(asked.ref);
    for (const { verb, data } of buttonsOf(list).filter((one) => one.verb === 'change.show'))
      await s.teams.act('bo', list.id, verb, data);
    const copy = await s.message(
      chat,
      (one) => wordsOf(one).includes(asked.ref) && buttonsOf(one).some(({ verb }) => verb === 'change.approve'),
    );
    expect(answerOf(await s.press('bo', copy, 'change.approve'))).toContain('being granted');
    for (const where of [chat, channels.approvals, channels.general]) await s.cardOf(asked, 'Eligible until', where);
  });

  it('a request that needs Cy is not in Bo’s list', async () => {
    const asked = await s.requestRole('ana', 'owner on gateway for 1 day because I move it');
    expect(await s.reply('bo', 'waiting')).not.toContain(asked.ref);
    expect(await s.reply('cy', 'waiting')).toContain(asked.ref);
    expect(await s.reply('ana', 'waiting')).not.toContain(asked.ref);
  });

  it('a request in the deciders’ channel has one card for both', async () => {
    const asked = await s.requestRole('ana', 'contributor on staging for 2 days because I look', channels.approvals);
    await s.cardOf(asked);
    const cards = (await s.teams.messages(channels.approvals)).filter(
      (message) => message.cards.length > 0 && wordsOf(message).includes(asked.ref),
    );
    expect(cards).toHaveLength(1);
    await s.pressApprove('bo', asked);
    await s.cardOf(asked, 'Eligible until');
  });
});

describe('removals', () => {
  it('Ana removes her own role without an approval', async () => {
    const form = await s.ask('ana', 'remove access reader on gateway');
    const removing = await s.sendForm('ana', form, { reason: 'I am done there' });
    expect(wordsOf(removing)).toMatch(/R-[0-9A-Z]{5}/);
    await s.until('its end at the vendor', async () => (await s.listedRole('ana', 'gateway', 'reader')).length === 0);
    expect(s.sentRequests().map(({ body }) => body.Properties.RequestType)).toEqual(['AdminRemove']);
  });

  it('Di may not remove Ana’s role, and nothing is sent', async () => {
    const asked = await s.requestApproved('ana', 'reader on payments for 4 days because I look');
    const card = await s.cardOf(asked, 'Eligible until', channels.general);
    const before = s.sentRequests().length;
    expect(await s.offeredTo('di', card)).toEqual([]);
    const reason = { 'access.remove.reason': 'envy' };
    const refused = answerOf(await s.pressUnoffered('di', card, 'access.remove', reason));
    expect(refused).toContain(plain('changes.refused.notAllowed'));
    const answer = await s.reply('di', 'remove access of Ana Rossi');
    expect(answer).toContain(shown('access.removeForm.notYou', { self: false, who: 'Ana Rossi' }));
    expect(answer).toContain('Ana Rossi, Bo Lind and Cy Okafor can.');
    expect(s.sentRequests()).toHaveLength(before);
    await s.cardOf(asked, 'Eligible until', channels.general);
  });

  it('an unknown name is reported', async () => {
    const answer = await s.reply('bo', 'remove access of Someone Unknown');
    expect(answer).toContain('Someone Unknown');
    expect(answer).toMatch(/Access\.UnknownPerson · id \S+/);
  });

  it('a refused removal leaves the grant in place, and says why', async () => {
    const asked = await s.requestApproved('ana', 'contributor on gateway for 2 days because I look');
    const card = await s.cardOf(asked, 'Eligible until', channels.general);
    s.vendor.faults.set({ kind: 'rule', rules: ['MfaRule'], count: 1 });
    s.clock.advance(PAST_MINIMUM);
    const form = await s.ask('ana', 'remove access contributor on gateway because I am done');
    const failed = await s.sendForm('ana', form, {});
    const ref = /R-[0-9A-Z]{5}/.exec(wordsOf(failed))?.[0] ?? '';
    const told = await s.cardOf({ ref }, shown('access.remove.state.failed'), channels.general);
    expect(wordsOf(told)).toContain(shown('vendor.rule.MfaRule'));
    await s.cardOf(asked, 'Eligible until', channels.general);
    const again = await s.pressForForm('ana', told, 'change.fix');
    await s.sendForm('ana', again, {});
    await s.cardOf(asked, 'Removed by Ana Rossi', card.conversationId);
  });

  it('an ended role cannot be removed', async () => {
    const asked = await s.requestApproved('di', 'reader on staging for 8 hours because I look');
    const card = await s.cardOf(asked, 'Eligible until', channels.general);
    s.clock.advance(9 * HOUR);
    const reason = { 'access.remove.reason': 'late' };
    const late = answerOf(await s.pressUnoffered('di', card, 'access.remove', reason));
    expect(late).toContain(plain('access.problem.gone'));
    expect(await s.reply('di', 'my access')).not.toContain('Reader on Payments Staging');
  });
});
