import { DAY, MINUTE } from '../../src/platform/lib/clock.ts';
import { PAST_MINIMUM, plain } from '../../test/support/story.ts';
import { steward } from '../../test/support/story-steward.ts';
import { until } from '../../test/support/until.ts';
import { people } from '../world.ts';
import { button, type Person, useBrowserWith } from './person.ts';

/** What people do about other people's roles: they ask for a colleague, and look at what everybody has. */
const s = steward();
const at = useBrowserWith(s);

it('a role asked for a colleague is approved after the colleague accepts it', async () => {
  const bo = await at.beIn(people.bo.name, 'General');
  const card = 'Reader on Payments Staging';
  await bo.post('request role reader on staging for Di Meyer for 4 hours because she closes the books');
  await bo.message(card).getByText('Di Meyer, who is asked first').waitFor();
  await button(bo.message(card), plain('access.form.ask')).click();

  const di = await at.beIn(people.di.name, 'Steward');
  await di.card(card).getByText('Waiting for Di Meyer to accept').waitFor();
  await button(di.card(card), plain('changes.button.accept')).click();
  await di.card(card).getByText('Waiting for approval').waitFor();

  const cy = await at.beIn(people.cy.name, 'Approvals');
  await button(cy.card(card), plain('changes.button.approve')).click();
  for (const person of [bo, di]) await person.card(card).getByText('Eligible until').first().waitFor();
  expect(await s.listedRole('di', 'staging', 'reader')).toHaveLength(1);
});

/** So long a person waits before they look again. */
const A_MOMENT = { timeout: 3_000 };

/** The part of the newest card that is about somebody. */
const rowOf = (person: Person, card: string, name: string) =>
  person
    .card(card)
    .locator('.ac-container')
    .filter({ hasText: name })
    .filter({ has: person.page.getByRole('button') })
    .last();

it('what five people have is kept and removed with reasons, after a reminder, and the report says why', async () => {
  await s.replaceInPolicy(
    'access:\n',
    'access:\n  reviews: [{ place: ledger, reviewers: [security], reasonToKeep: true }]\n',
  );
  for (const who of ['ana', 'bo'] as const) {
    const asked = await s.requestRole(who, 'reader on ledger for 20 days because I look into it');
    await s.pressApprove('cy', asked);
    await s.cardOf(asked, 'Eligible until');
  }
  s.clock.advance(PAST_MINIMUM);

  const cy = await at.beIn(people.cy.name, 'Approvals');
  await cy.post('review access on ledger');
  await cy.message('The review of access on Ledger has begun').waitFor();
  await cy.open('Steward');
  const review = plain('access.reviews.title', { place: 'Ledger' });
  await cy.card(review).getByText('0 of 5 answered').waitFor();

  let count = 0;
  const answer = async (name: string, how: 'keep' | 'remove', reason: string): Promise<void> => {
    count += 1;
    const answered = cy.card(review).getByText(`${count} of 5 answered`);
    const row = rowOf(cy, review, name);
    const field = row.getByLabel(plain(`changes.ask.${how}`));
    // An edit of the card, which comes a moment after each answer, shuts an open question: it is opened once more then.
    const send = async (): Promise<void> => {
      if (!(await field.isVisible())) await button(row, plain(`access.reviews.button.${how}Why`)).click(A_MOMENT);
      await field.fill(reason, A_MOMENT);
      await button(row, plain(`access.reviews.button.${how}`)).click(A_MOMENT);
      await answered.waitFor(A_MOMENT);
    };
    await until(`the answer for ${name}`, async () => {
      if (!(await answered.isVisible())) await send().catch(() => {});
      return answered.isVisible();
    });
  };
  await answer('Mina Gupta', 'keep', 'She runs the settlements');
  await answer('Ana Rossi', 'remove', 'Her work there is done');
  await cy
    .card(review)
    .getByText(/^Removed by Cy Okafor/)
    .first()
    .waitFor();

  s.clock.advance(7 * DAY + MINUTE);
  const cards = cy.page.getByRole('article').filter({ hasText: review });
  await cards.nth(1).waitFor();
  await answer('Bo Lind', 'remove', 'He has left the team');
  await answer('ledger-deploy', 'keep', 'It deploys the ledger');
  await answer('nightly-reconciliation', 'keep', 'It settles at night');
  await cy.card(review).getByText(plain('access.reviews.over')).waitFor();

  await cy.open('Approvals');
  const report = cy.card(plain('access.reviews.report.title.ended', { place: 'Ledger' }));
  for (const words of ['2 removed', '3 kept', 'Her work there is done', 'She runs the settlements'])
    await report.getByText(words).first().waitFor();
  for (const who of ['ana', 'bo'] as const) expect(await s.listedRole(who, 'ledger', 'reader')).toHaveLength(0);
});
