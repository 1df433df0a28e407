import { DAY, HOUR, MINUTE } from '../../src/platform/lib/clock.ts';
import { isRead, play, scriptOf } from '../../test/support/incidents.ts';
import { plain } from '../../test/support/story.ts';
import { steward } from '../../test/support/story-steward.ts';
import { people } from '../world.ts';
import { button, pressOnCard, refOn, says, useBrowserWith } from './person.ts';

/** The days around a role: its end, an emergency, an incident. Each person does it on the chat page; only time is ours. */
const s = steward();
const at = useBrowserWith(s);

/** Not “Being removed by”. */
const REMOVED = new RegExp(`^Removed by ${people.ana.name}`);

const approve = async (card: string): Promise<void> => {
  const bo = await at.beIn(people.bo.name, 'Approvals');
  await button(bo.card(card), plain('changes.button.approve')).click();
  await bo
    .card(card)
    .getByText(/approved/i)
    .first()
    .waitFor();
};

it('a role goes on without a gap from the notice before its end, and ends when it is no longer needed', async () => {
  const asked = await s.requestApproved('ana', 'contributor on payments for 3 days because I fix the payouts');
  await s.cardOf(asked, 'Eligible until');
  s.clock.advance(2 * DAY + MINUTE);
  const ana = await at.beIn(people.ana.name, 'Steward');
  const notice = `Ends soon · ${asked.ref}`;
  await button(ana.card(notice), plain('access.button.extend')).click();
  const extended = 'Extension of Contributor on Payments Production';
  await ana.message(extended).getByLabel(plain('access.extendForm.duration')).fill('3 days');
  await button(ana.message(extended), plain('access.extendForm.submit')).click();
  await says(ana, extended, 'Waiting for approval');
  const extension = await refOn(ana, extended);
  await approve(extended);
  await says(ana, extended, 'takes it when the role’s present time ends');

  s.clock.advance(DAY - 5 * MINUTE);
  expect(await s.listedRole('ana', 'payments', 'contributor')).toHaveLength(1);
  s.clock.advance(3 * MINUTE);
  await s.fast(() => says(ana, `Role request ${extension}`, /^Eligible until/));
  expect(await ana.card(extension).innerText()).not.toContain('Without the role');
  expect(await s.listedRole('ana', 'payments', 'contributor')).toHaveLength(1);

  s.clock.advance(2 * DAY + HOUR);
  const last = `Ends soon · ${extension}`;
  await button(ana.card(last), plain('access.button.notNeeded')).click();
  await button(ana.card(last), plain('access.button.remove')).click();
  await says(ana, last, REMOVED);
  expect(await s.listedRole('ana', 'payments', 'contributor')).toHaveLength(0);
});

it('whoever breaks the glass has the role at once, and cannot do it again before it was reviewed', async () => {
  const ana = await at.beIn(people.ana.name, 'General');
  const title = 'Break-glass: Contributor on Gateway';
  await ana.post('break glass contributor on gateway for 30 minutes because the gateway is down');
  const confirm = plain('access.breakGlass.confirm.label', { place: 'Gateway' });
  await ana.message(title).getByLabel(confirm).fill('Gateway');
  await button(ana.message(title), plain('access.breakGlass.form.send')).click();
  await says(ana, 'Contributor on Gateway', 'Eligible until');
  const used = await refOn(ana, 'Contributor on Gateway');
  expect(await s.listedRole('ana', 'gateway', 'contributor')).toHaveLength(1);

  const bo = await at.beIn(people.bo.name, 'Approvals');
  await bo.message('without your approval').getByText('Cy Okafor').first().waitFor();
  const review = `Review of ${used}`;
  await says(bo, review, plain('access.breakGlass.reviewState.due'));
  await ana.post('break glass owner on payments because the payouts are down');
  await ana.message('Until then there is no second one').waitFor();

  await button(bo.card(review), plain('access.breakGlass.button.notJustified')).click();
  await bo.card(review).getByLabel(plain('changes.ask.review')).fill('The standby gateway was up');
  await bo.card(review).getByLabel(plain('access.breakGlass.ends.label')).selectOption('no');
  await button(bo.card(review), plain('access.breakGlass.button.send')).click();
  await says(bo, review, 'Not justified, says Bo Lind');
  await ana.post('break glass owner on payments for 5 minutes because the payouts are down');
  await ana.message('Break-glass: Owner on Payments Production').waitFor();
});

it('access asked for on an alert follows its incident, and its holder ends it when that is over', async () => {
  const ana = await at.beIn(people.ana.name, 'Alerts');
  await ana.post('watch health on payments');
  await ana.message(plain('watches.state.on')).waitFor();
  await play(
    s,
    scriptOf('GWY1-204', 'production', 'Error', { at: 2 * HOUR, says: 'Over.', resolves: ['West Europe'] }),
  );
  await isRead(s, 'production');
  // The cards of the requests name the incident too; its own came first.
  const alert = ana.page.getByRole('article').filter({ hasText: 'GWY1-204: payments wait' }).first();
  await pressOnCard(ana, alert, plain('access.button.offer'));
  const form = ana.message(plain('access.form.choose'));
  await form.getByLabel(plain('access.form.role')).fill('Contributor');
  await form.getByRole('option', { name: 'Contributor', exact: true }).click();
  await button(form, plain('access.form.next')).click();
  const card = 'Contributor on Payments Production';
  await ana.message(card).getByLabel(plain('access.form.duration')).fill('2 days');
  await button(ana.message(card), plain('access.form.ask')).click();
  await says(ana, card, 'Waiting for approval');
  const ref = await refOn(ana, card);
  await approve(ref);
  await says(ana, ref, 'Eligible until');
  expect(await ana.card(ref).innerText()).toMatch(/Incident\s+GWY1-204.*active/);

  s.clock.advance(2 * HOUR + MINUTE);
  await isRead(s, 'production');
  await says(ana, ref, plain('health.state.resolved'));
  await pressOnCard(ana, alert, plain('requests.list.changedButton'));
  await ana.card('What changed on Payments Production').getByText(`${card} for ${people.ana.name}`).waitFor();
  await button(ana.card('What changed on Payments Production'), plain('requests.list.back')).click();

  await ana.open('Steward');
  const question = `Incident over · ${ref}`;
  await says(ana, question, `Do you still need ${card}?`);
  expect(await ana.page.getByRole('article').filter({ hasText: question }).count()).toBe(1);
  await button(ana.card(question), plain('access.incident.end')).click();
  await button(ana.card(question), plain('access.button.remove')).click();
  await says(ana, question, REMOVED);
  expect(await s.listedRole('ana', 'payments', 'contributor')).toHaveLength(0);
});
