import { HOUR, MINUTE } from '../../src/lib/clock.ts';
import type { MessageView } from '../../src/sandbox/teams/api.ts';
import { cloud, type PersonKey } from '../../src/sandbox/world.ts';
import { fieldsOf } from '../support/card-view.ts';
import { createCrash } from '../support/crash.ts';
import { channels, personalChat, wordsOf } from '../support/steward.ts';
import { answerOf, cardOf as cardNow, everyCopy, plain, shown, type Wish } from '../support/story.ts';
import { steward } from '../support/story-steward.ts';

const { standby } = cloud.newSubscriptions;

const s = steward();

const cardOf = s.cardSoon;

interface Body {
  readonly properties: Readonly<Record<string, unknown>>;
}

/** What the bot sent of one method, by the vendor's own count. */
const sent = (method: 'PUT' | 'POST') =>
  s.vendor.faults
    .seen()
    .filter((seen) => seen.method === method && /\.Subscription\//.test(seen.path))
    .map(({ path, body }) => ({ path, body: body as Body }));

/** Goes through the pages of a form to its last one, and sends that. */
const goThrough = async (
  as: PersonKey,
  first: MessageView,
  ...pages: readonly Readonly<Record<string, string>>[]
): Promise<Wish> => {
  let form = first;
  for (const fields of pages) form = await s.sendForm(as, form, fields);
  return s.sendRequest(as, form);
};

const DEV = 'workload test billed to Old enterprise enrollment because we try it out';

/** Asks for a subscription for tests, which one approval is enough for. */
const asksFor = async (as: PersonKey, name: string, more: Readonly<Record<string, string>> = {}): Promise<Wish> =>
  goThrough(as, await s.ask(as, `create subscription ${name} ${DEV}`), {}, more);

const asksToAccept = async (as: PersonKey, sentence: string): Promise<Wish> =>
  goThrough(as, await s.ask(as, `accept ownership of ${sentence}`), {});

it('Ana says what it is and who pays, looks at it once more, two approve, and the card follows the vendor to the end', async () => {
  const first = await s.ask('ana', 'create subscription');
  expect(wordsOf(first)).toContain('partner-led agreement');
  const second = await s.sendForm('ana', first, {
    displayName: 'Ledger Reserve',
    workload: 'Production',
    billing: 'ledger',
  });
  expect(wordsOf(second)).toContain(cloud.billing.invoiceSection);
  const wrong = await s.sendForm('ana', second, { tags: 'team=payments, urgent', reason: 'a second region' });
  expect(wordsOf(wrong)).toContain(plain('subscriptions.tags.noPair', { piece: 'urgent' }));
  const last = await s.sendForm('ana', wrong, {
    tags: 'team=payments, stage=live',
    owner: 'Di Meyer',
    group: 'northwind',
  });
  for (const words of ['Ledger Reserve', 'Payments ledger', 'Di Meyer', 'Northwind', 'stage=live', 'a second region']) {
    expect(wordsOf(last)).toContain(words);
  }
  expect(sent('PUT')).toEqual([]);
  const asked = await s.sendRequest('ana', last);
  expect(await s.pressApprove('ana', asked)).toBe(plain('changes.refused.own'));
  expect(await s.pressApprove('di', asked)).toBe(plain('changes.refused.own'));
  await s.pressApprove('bo', asked);
  expect(sent('PUT')).toEqual([]);
  await s.pressApprove('cy', asked);
  await cardOf(asked, shown('subscriptions.provisioning.Accepted'));
  for (const where of everyCopy('ana', asked)) await cardOf(asked, shown('subscriptions.create.state.done'), where);
  const card = await cardOf(asked, shown('subscriptions.ownership.Pending'));
  expect(JSON.stringify(card.cards)).toContain('https://portal.vendor.example/acceptOwnership');
  const [put, ...more] = sent('PUT');
  expect(more).toEqual([]);
  expect(put?.body.properties).toEqual({
    displayName: 'Ledger Reserve',
    workload: 'Production',
    billingScope: `/billingAccounts/${cloud.billing.account}/billingProfiles/${cloud.billing.profile}/invoiceSections/${cloud.billing.invoiceSection}`,
    additionalProperties: {
      managementGroupId: '/providers/Vendor.Management/managementGroups/mg-northwind',
      subscriptionOwnerId: 'd1d7c0de-4444-4d44-8d44-0d0d0d0d0d04',
      tags: { team: 'payments', stage: 'live' },
    },
  });
});

it('what was made is accepted from its own card, which tells of it', async () => {
  const made = await asksFor('ana', 'Fee Lab');
  await s.pressApprove('bo', made);
  const card = await cardOf(made, shown('subscriptions.create.state.done'));
  const form = await s.pressForForm('di', card, 'subscriptions.offerAccept');
  expect(fieldsOf(form)).toMatchObject({ displayName: 'Fee Lab' });
  const asked = await goThrough('di', form, { reason: 'we need it now', tags: 'team=fees' });
  await cardOf(asked, 'Waiting for approval');
  await s.pressApprove('cy', asked);
  for (const where of everyCopy('di', asked)) await cardOf(asked, shown('subscriptions.accept.state.done'), where);
  expect(wordsOf(await cardOf(asked))).toContain(shown('subscriptions.accept.identity'));
  await cardOf(made, shown('subscriptions.ownership.acceptedBy', { ref: asked.ref }));
  expect(sent('POST')).toHaveLength(1);
  expect(sent('POST')[0]?.body.properties).toEqual({ displayName: 'Fee Lab', tags: { team: 'fees' } });
});

it('an alias for one that exists asks for nothing but which one', async () => {
  const form = await s.ask('ana', 'create subscription for existing Ledger Standby because the tool wants an alias');
  expect(fieldsOf(form)).toMatchObject({ subscription: 'Ledger Standby' });
  const asked = await goThrough('ana', form, {}, {});
  await s.pressApprove('bo', asked);
  const card = wordsOf(await cardOf(asked, shown('subscriptions.create.state.done')));
  expect(card).toContain(standby.id);
  expect(sent('PUT').map(({ body }) => body)).toEqual([{ properties: { subscriptionId: standby.id } }]);
});

it('what is denied reaches nobody at the vendor, and Fix opens the form at its beginning with what was typed', async () => {
  const asked = await asksFor('ana', 'Denied Lab', { tags: 'team=payments' });
  await s.pressDeny('bo', asked, 'Use the one we have');
  const card = await cardOf(asked, 'Use the one we have', asked.where);
  expect(sent('PUT')).toEqual([]);
  const form = await s.pressForForm('ana', card, 'change.fix');
  expect(fieldsOf(form)).toMatchObject({
    displayName: 'Denied Lab',
    workload: 'DevTest',
    billing: 'sandbox-enrollment',
  });
});

it('from the last page one can go back to the questions, and nothing typed is lost', async () => {
  const form = await s.ask('ana', `create subscription Wrong Name ${DEV}`);
  const last = await s.sendForm('ana', await s.sendForm('ana', form, {}), { tags: 'team=payments' });
  await s.press('ana', last, 'form.back');
  const again = await s.formOf('ana', last);
  expect(fieldsOf(again)).toMatchObject({ displayName: 'Wrong Name', workload: 'DevTest' });
  const end = await s.sendForm('ana', await s.sendForm('ana', again, { displayName: 'Right Name' }), {});
  expect(wordsOf(end)).toContain('Right Name');
  expect(wordsOf(end)).toContain('team=payments');
  expect(answerOf(await s.press('ana', end, 'form.cancel'))).toContain(shown('bot.form.putAway'));
});

it('another directory is nothing that this policy lets anybody ask for', async () => {
  const form = await s.ask('ana', `create subscription Elsewhere ${DEV}`);
  const tenant = '11111111-2222-4333-8444-555555555555';
  const last = await s.sendForm('ana', await s.sendForm('ana', form, {}), { tenant });
  expect(wordsOf(last)).toContain(tenant);
  expect(answerOf(await s.press('ana', last, 'form.submit'))).toContain(plain('changes.refused.notAllowed'));
});

it('who may not ask is told so before filling anything in, and a guest is refused', async () => {
  expect(await s.reply('fi', 'create subscription')).toContain(shown('subscriptions.form.nothing'));
  expect(await s.reply('fi', 'accept ownership')).toContain(shown('subscriptions.acceptForm.nothing'));
  expect(await s.reply('ed', 'create subscription')).toContain(shown('bot.refused.guest'));
});

it('the creation fails at the vendor: said on every copy', async () => {
  s.vendor.faults.set({ kind: 'provisioning', state: 'Failed' });
  const asked = await asksFor('ana', 'Ends Badly');
  await s.pressApprove('bo', asked);
  for (const where of everyCopy('ana', asked)) {
    const card = wordsOf(await cardOf(asked, shown('subscriptions.create.state.failed'), where));
    expect(card).toContain(shown('subscriptions.failure.provisioning', { state: 'Failed' }));
  }
});

it('a creation that does not end in its time is said to be that, and is not sent again', async () => {
  s.vendor.faults.set({ kind: 'provisioning', state: 'Pending' });
  const asked = await asksFor('ana', 'Never Done');
  await s.pressApprove('bo', asked);
  await cardOf(asked, shown('subscriptions.provisioning.Pending'));
  s.clock.advance(HOUR);
  for (const where of [...everyCopy('ana', asked), channels.alerts]) {
    await cardOf(asked, shown('subscriptions.create.unfinished'), where);
  }
  expect(sent('PUT')).toHaveLength(1);
});

it('the vendor refuses it: not created, with its code and its words', async () => {
  const refusal = { status: 400, code: 'InvalidBillingScope', message: 'This scope cannot pay.' };
  s.vendor.faults.set({ kind: 'refuse', ...refusal, operation: 'createSubscriptionAlias' });
  const asked = await asksFor('ana', 'Refused');
  await s.pressApprove('bo', asked);
  const card = wordsOf(await cardOf(asked, shown('subscriptions.create.state.failed')));
  expect(card).toContain('InvalidBillingScope');
  expect(card).toContain('This scope cannot pay.');
  expect(sent('PUT')).toHaveLength(1);
});

it('the answer is lost: the same bytes again, and one subscription', async () => {
  s.vendor.faults.set({ kind: 'reset-after', operation: 'createSubscriptionAlias', count: 1 });
  const asked = await asksFor('ana', 'Broken Off');
  await s.pressApprove('bo', asked);
  await cardOf(asked, shown('subscriptions.create.state.done'), personalChat('ana'));
  const puts = sent('PUT').map((put) => JSON.stringify(put));
  expect(puts.length).toBeGreaterThan(1);
  expect(new Set(puts).size).toBe(1);
});

it('the bot dies while the vendor creates: after the start the card comes true, and nothing is sent again', async () => {
  const crash = createCrash(s);
  const asked = await asksFor('ana', 'Killed Midway');
  await s.pressApprove('bo', asked);
  await cardNow(s, asked, shown('subscriptions.provisioning.Accepted'));
  await crash.now();
  expect(await crash.state()).toBe('doing');
  await crash.over();
  for (const where of everyCopy('ana', asked)) await cardOf(asked, shown('subscriptions.create.state.done'), where);
  expect(sent('PUT')).toHaveLength(1);
  expect(await crash.remains()).toEqual([]);
});

it('the bot dies before the answer to an acceptance is read: it is never sent again, and the status tells', async () => {
  const crash = createCrash(s);
  const made = await asksFor('ana', 'Taken Midway');
  await s.pressApprove('bo', made);
  await cardOf(made, shown('subscriptions.create.state.done'));
  const asked = await asksToAccept('ana', 'Taken Midway as Taken Over because we need it');
  await cardOf(asked, 'Waiting for approval');
  s.vendor.faults.set({ kind: 'slow', ms: 2_000, operation: 'acceptSubscriptionOwnership' });
  await s.pressApprove('cy', asked);
  await s.until('the vendor to have it', async () => sent('POST').length === 1);
  await crash.now();
  await crash.over();
  for (const where of everyCopy('ana', asked)) await cardOf(asked, shown('subscriptions.accept.state.done'), where);
  expect(sent('POST')).toHaveLength(1);
});

it('an ownership is accepted through its Location', async () => {
  const asked = await asksToAccept('ana', 'Ledger Standby because the ledger moves there');
  await s.pressApprove('cy', asked);
  for (const where of everyCopy('ana', asked)) await cardOf(asked, shown('subscriptions.accept.state.done'), where);
  expect(sent('POST')).toHaveLength(1);
});

it('what cannot be accepted any more is said in the vendor’s words', async () => {
  const asked = await asksToAccept('ana', 'Payments Load Test because we need it');
  await s.pressApprove('cy', asked);
  expect(wordsOf(await cardOf(asked, shown('subscriptions.accept.state.failed')))).toContain('OwnershipExpired');
  expect(sent('POST')).toHaveLength(1);
});

it('the answer to an acceptance is lost: never sent again, and the status settles it', async () => {
  s.vendor.faults.set({ kind: 'reset-after', operation: 'acceptSubscriptionOwnership', count: 1 });
  const asked = await asksToAccept('ana', 'Payouts Trial as Payouts because we need it');
  await s.pressApprove('cy', asked);
  await cardOf(asked, shown('subscriptions.accept.state.done'));
  expect(sent('POST')).toHaveLength(1);
});

it('what may never have arrived is not sent again: a person is asked, and the operators are told', async () => {
  const made = await asksFor('ana', 'Lost Offer');
  await s.pressApprove('bo', made);
  await cardOf(made, shown('subscriptions.create.state.done'));
  s.vendor.faults.set({ kind: 'reset-before', operation: 'acceptSubscriptionOwnership' });
  const asked = await asksToAccept('ana', 'Lost Offer because we need it');
  await s.pressApprove('cy', asked);
  await cardOf(asked, shown('subscriptions.ownership.Pending'));
  s.clock.advance(6 * MINUTE);
  for (const where of [...everyCopy('ana', asked), channels.alerts]) {
    await cardOf(asked, 'This is never sent twice.', where);
  }
  expect(wordsOf(await cardOf(made, 'takes no other request for it until then'))).toContain(asked.ref);
  const last = await s.sendForm('di', await s.ask('di', 'accept ownership of Lost Offer because we need it'), {});
  expect(answerOf(await s.press('di', last, 'form.submit'))).toContain(asked.ref);
  expect(sent('POST')).toHaveLength(1);
});

it('one’s own requests are listed page by page, everybody’s for those who may', async () => {
  const mine = await s.ask('ana', 'subscription requests');
  expect(wordsOf(mine)).toContain('Lost Offer');
  await s.press('ana', mine, 'subscriptions.page');
  expect(wordsOf(await s.formOf('ana', mine))).toContain('Ledger Reserve');
  expect(await s.reply('ana', 'subscription requests all')).toContain(shown('subscriptions.list.refused'));
  const all = await s.ask('fi', 'subscription requests all');
  expect(wordsOf(all)).toContain('Ana Rossi');
});
