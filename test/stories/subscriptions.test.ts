import { HOUR, MINUTE } from '#platform/lib/clock.ts';
import type { MessageView } from '../../sandbox/teams/api.ts';
import { cloud, type PersonKey } from '../../sandbox/world.ts';
import { fieldsOf } from '../support/card-view.ts';
import { channels, wordsOf } from '../support/steward.ts';
import { answerOf, everyCopy, plain, type RequestRef, shown } from '../support/story.ts';
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
): Promise<RequestRef> => {
  let form = first;
  for (const fields of pages) form = await s.sendForm(as, form, fields);
  return s.sendRequest(as, form);
};

const DEV = 'workload test billed to Old enterprise enrollment because we try it out';

/** Asks for a subscription for tests, which one approval is enough for. */
const asksFor = async (as: PersonKey, name: string, more: Readonly<Record<string, string>> = {}): Promise<RequestRef> =>
  goThrough(as, await s.ask(as, `create subscription ${name} ${DEV}`), {}, more);

const asksToAccept = async (as: PersonKey, sentence: string): Promise<RequestRef> =>
  goThrough(as, await s.ask(as, `accept ownership of ${sentence}`), {});

it('Ana requests and confirms a subscription, two people approve, and the card follows the vendor to the end', async () => {
  const first = await s.ask('ana', 'create subscription');
  expect(wordsOf(first)).toContain('Partner-led agreement');
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
  expect(await s.pressAnyway('ana', asked, 'change.approve')).toBe(plain('changes.refused.own'));
  expect(await s.pressAnyway('di', asked, 'change.approve')).toBe(plain('changes.refused.own'));
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

it('a created subscription is accepted from its own card', async () => {
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

it('an alias needs only the name of its subscription', async () => {
  const form = await s.ask('ana', 'create subscription for existing Ledger Standby because the tool wants an alias');
  expect(fieldsOf(form)).toMatchObject({ subscription: 'Ledger Standby' });
  const asked = await goThrough('ana', form, {}, {});
  await s.pressApprove('bo', asked);
  const card = wordsOf(await cardOf(asked, shown('subscriptions.create.state.done')));
  expect(card).toContain(standby.id);
  expect(sent('PUT').map(({ body }) => body)).toEqual([
    { properties: { displayName: 'Ledger Standby', subscriptionId: standby.id } },
  ]);
});

it('an ownership that is offered to another directory: the card says where it is accepted, and nothing goes again', async () => {
  const message = "The token is from the issuer 'a'. It must match the tenant 'b' associated with this subscription.";
  const operation = 'acceptSubscriptionOwnership';
  s.vendor.faults.set({ kind: 'refuse', status: 401, code: 'InvalidAuthenticationTokenTenant', message, operation });
  const asked = await asksToAccept('di', 'Payouts Trial because it moves to us');
  await s.pressApprove('cy', asked);
  const card = wordsOf(await cardOf(asked, 'InvalidAuthenticationTokenTenant'));
  expect(card).toContain(shown('subscriptions.failure.otherDirectory', { message }));
  expect(card).not.toContain('credentials');
  expect(sent('POST')).toHaveLength(1);
});

it('a name that is nearly right is read as what it means, and all else stays as it was typed', async () => {
  const form = await s.ask('ana', `create subscription Fee Trial ${DEV.replace('enterprise', 'entreprise')}`);
  expect(fieldsOf(form)).toMatchObject({
    displayName: 'Fee Trial',
    workload: 'DevTest',
    billing: 'sandbox-enrollment',
  });
  expect(wordsOf(form)).toContain('Old enterprise enrollment.');
});

it('a subscription in another directory is refused by the policy', async () => {
  const form = await s.ask('ana', `create subscription Elsewhere ${DEV}`);
  const tenant = '11111111-2222-4333-8444-555555555555';
  const last = await s.sendForm('ana', await s.sendForm('ana', form, {}), { tenant });
  expect(wordsOf(last)).toContain(tenant);
  expect(answerOf(await s.press('ana', last, 'form.submit'))).toContain(plain('changes.refused.notAllowed'));
});

it('a person without the right is refused before the form opens, and so is a guest', async () => {
  expect(await s.reply('fi', 'create subscription')).toContain(shown('subscriptions.form.nothing'));
  expect(await s.reply('fi', 'accept ownership')).toContain(shown('subscriptions.acceptForm.nothing'));
  expect(await s.reply('ed', 'create subscription')).toContain(shown('bot.refused.guest'));
});

it('a creation that fails at the vendor is shown as failed on every copy', async () => {
  s.vendor.faults.set({ kind: 'provisioning', state: 'Failed' });
  const asked = await asksFor('ana', 'Ends Badly');
  await s.pressApprove('bo', asked);
  for (const where of everyCopy('ana', asked)) {
    const card = wordsOf(await cardOf(asked, shown('subscriptions.create.state.failed'), where));
    expect(card).toContain(shown('subscriptions.failure.provisioning', { state: 'Failed' }));
  }
});

it('a creation that does not finish in time is reported and not sent again', async () => {
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

it('an acceptance that comes too late shows the vendor’s words', async () => {
  const asked = await asksToAccept('ana', 'Payments Load Test because we need it');
  await s.pressApprove('cy', asked);
  expect(wordsOf(await cardOf(asked, shown('subscriptions.accept.state.failed')))).toContain('OwnershipExpired');
  expect(sent('POST')).toHaveLength(1);
});

it('an acceptance that may never have arrived is not sent again, and the operators are told', async () => {
  const made = await asksFor('ana', 'Lost Offer');
  await s.pressApprove('bo', made);
  await cardOf(made, shown('subscriptions.create.state.done'));
  s.vendor.faults.set({ kind: 'reset-before', operation: 'acceptSubscriptionOwnership' });
  const asked = await asksToAccept('ana', 'Lost Offer because we need it');
  await s.pressApprove('cy', asked);
  await cardOf(asked, shown('subscriptions.ownership.Pending'));
  s.clock.advance(6 * MINUTE);
  for (const where of [...everyCopy('ana', asked), channels.alerts]) {
    await cardOf(asked, 'It is never sent twice.', where);
  }
  expect(wordsOf(await cardOf(made, 'accepts no other request for it until then'))).toContain(asked.ref);
  const last = await s.sendForm('di', await s.ask('di', 'accept ownership of Lost Offer because we need it'), {});
  expect(answerOf(await s.press('di', last, 'form.submit'))).toContain(asked.ref);
  expect(sent('POST')).toHaveLength(1);
});

it('the list shows a person’s own requests, and everyone’s to people who may see them', async () => {
  const mine = wordsOf(await s.ask('ana', 'subscription requests'));
  expect(mine).toContain('Lost Offer');
  expect(mine).toContain('Ledger Reserve');
  expect(await s.reply('ana', 'subscription requests all')).toContain(shown('subscriptions.list.refused'));
  const all = await s.ask('fi', 'subscription requests all');
  expect(wordsOf(all)).toContain('Ana Rossi');
});
