import { listedRole, plain } from '../../test/support/story.ts';
import { people } from '../world.ts';
import { button, refOn, says, useBrowser } from './person.ts';

/** The vendor is slow, so that "being granted" is shown long enough to be read. */
const VENDOR_TAKES_MS = 500;

const at = useBrowser();
beforeAll(async () => {
  await slowVendor(at.steward.vendor.url);
});

const slowVendor = (url: string): Promise<Response> =>
  fetch(`${url}/__sandbox/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ kind: 'slow', ms: VENDOR_TAKES_MS, operation: 'createEligibilityRequest' }),
  });

const ana = people.ana.name;
const bo = people.bo.name;

it('a role asked for in General is approved, granted and removed on every copy of the card', async () => {
  const asker = await at.beIn(ana, 'General');
  await asker.post('request role contributor on payments for 5 days because I look into the failed payouts');
  await button(asker.message('Contributor on Payments Production'), plain('access.form.ask')).click();
  await says(asker, 'Contributor on Payments Production', 'Waiting for approval');
  const ref = await refOn(asker, 'Contributor on Payments Production');

  await asker.open('Approvals');
  await button(asker.card(ref), 'Withdraw …').waitFor();
  expect(await button(asker.card(ref), 'Approve').count()).toBe(0);

  const guest = await at.beIn(people.ed.name, 'Approvals');
  await says(guest, ref, 'Waiting for approval');
  for (const title of ['Respond', 'Approve', 'Deny']) {
    await button(guest.card(ref), title).waitFor({ state: 'detached' });
  }

  const approver = await at.beIn(bo, 'Approvals');
  await button(approver.card(ref), 'Approve').waitFor();
  const pressed = performance.now();
  await button(approver.card(ref), 'Approve').click();
  await says(approver, ref, 'being granted');
  await says(approver, ref, 'Eligible until');
  const waited = Math.round(performance.now() - pressed);
  process.stdout.write(`eligible.wait: ${waited} ms after Approve, ${VENDOR_TAKES_MS} of them the vendor's\n`);

  const listed = await listedRole(at.steward, 'ana', 'payments', 'contributor');
  expect(listed).toHaveLength(1);

  await asker.open('Steward');
  await says(asker, ref, 'Eligible until');
  expect(await asker.page.getByRole('article').filter({ hasText: ref }).count()).toBe(1);
  await asker.card(ref).getByText('Show the card').click();
  await asker.page.getByRole('main', { name: 'General' }).waitFor();
  await says(asker, ref, 'Eligible until');

  await asker.open('Steward');
  await asker.write('my access');
  await asker
    .message(plain('access.mine.title', { who: ana }))
    .getByText('Contributor on Payments Production')
    .waitFor();

  await button(approver.card(ref), 'Remove …').click();
  await approver.card(ref).getByLabel('Why remove it?').fill('The payouts are back');
  await button(approver.card(ref), 'Remove').click();
  await says(approver, ref, /^Removed by/);
  await says(asker, ref, /^Removed by/);
  await asker.open('General');
  await says(asker, ref, /^Removed by/);
  expect(await listedRole(at.steward, 'ana', 'payments', 'contributor')).toHaveLength(0);
});

it('a form asks for what the command leaves out, shows a problem beside its field and keeps the typed text', async () => {
  const asker = await at.beIn(people.di.name, 'General');
  await asker.post('request role');
  const form = asker.message(plain('access.form.title'));
  await form.getByLabel(plain('access.form.role')).fill('Contributor');
  await form.getByRole('option', { name: 'Contributor', exact: true }).click();
  await form.getByLabel(plain('access.form.place')).fill('Ledger');
  await form.getByRole('option', { name: 'Ledger', exact: true }).click();
  await button(form, plain('access.form.next')).click();

  const details = asker.message('Contributor on Ledger');
  const duration = details.getByLabel(plain('access.form.duration'));
  await duration.fill('100 days');
  await details.getByLabel(plain('access.form.reason')).fill('The books of October');
  await button(details, plain('access.form.ask')).click();
  await details.getByText('100 days is too long: the maximum here is 14 days.').waitFor();
  expect(await duration.inputValue()).toBe('100 days');

  await duration.fill('3 days');
  await button(details, plain('access.form.ask')).click();
  await details.getByText('Waiting for approval').waitFor();
  expect(await details.innerText()).toContain('The books of October');
});
