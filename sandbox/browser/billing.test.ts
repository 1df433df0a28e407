import type { Locator } from 'playwright-core';
import { plain } from '../../test/support/story.ts';
import { until } from '../../test/support/until.ts';
import { people } from '../world.ts';
import { button, type Person, useBrowser } from './person.ts';

const at = useBrowser();

const MOST_TRIES = 10;

/** Answers the card's question. When the card is drawn anew meanwhile, its question is closed, and it is opened once more. */
const apply = async (
  card: ReturnType<Person['message']>,
  label: string,
  answer: (field: Locator) => Promise<unknown>,
): Promise<void> => {
  const field = card.getByLabel(label, { exact: true });
  for (let tries = 1; ; tries += 1) {
    try {
      if (!(await field.isVisible())) await button(card, plain('billing.button.ask')).click();
      await answer(field);
      return await button(card, plain('billing.button.apply')).click({ timeout: 5_000 });
    } catch (error) {
      if (tries === MOST_TRIES) throw error;
    }
  }
};

/** Waits until the words are on the card. */
const reads = async (card: ReturnType<Person['message']>, words: string | RegExp): Promise<void> =>
  card.getByText(words).first().waitFor();

it('Di reads an invoice: she pages, sorts, filters, opens a refund and exports it', async () => {
  const di = await at.beIn(people.di.name, 'Finance');
  await di.post('transactions november');
  const card = di.message('november · G002548106');
  await reads(card, '131 transactions');
  await reads(card, 'Net EUR');

  await button(card, plain('billing.button.list')).click();
  await reads(card, '1 to 20 of 131');
  await button(card, plain('billing.button.next')).click();
  await reads(card, '21 to 40 of 131');
  await button(card, plain('billing.button.previous')).click();
  await reads(card, '1 to 20 of 131');

  await apply(card, plain('billing.ask.sort'), (field) => field.selectOption(plain('billing.order.largest')));
  await reads(card, `Sort: ${plain('billing.order.largest')}`);
  await reads(card, 'Card scheme fees, passed on');

  await apply(card, plain('billing.ask.filter'), (field) => field.fill('refunds since 1 October'));
  await reads(card, 'Filter: refunds since 1 October');

  await card.getByText('Refund · Reservations').click();
  await reads(card, plain('billing.field.amountRequested'));
  await reads(card, '-3,300.00 EUR');
  await button(card, plain('billing.button.back')).click();
  await reads(card, 'Filter: refunds since 1 October');

  await button(card, plain('billing.button.summary')).click();
  await button(card, plain('reports.button.export')).click();
  await di.open('Steward');
  const file = di.page.getByRole('group', { name: /^File .*\.csv$/ }).last();
  await file.getByRole('button', { name: 'Accept' }).click();
  const download = di.page.getByRole('link', { name: /^Download .*\.csv$/ });
  const [saved] = await Promise.all([di.page.waitForEvent('download'), download.click()]);
  expect(saved.suggestedFilename()).toMatch(/\.csv$/);
});

it('an answer that is higher than the screen is read from its beginning, and the page does not leave it', async () => {
  const di = await at.be(people.di.name, { viewport: { width: 1280, height: 700 } });
  await di.open('Finance');
  await di.post('compare october november');
  const card = di.message('October → November');
  await reads(card, plain('reports.anomalies.title', { count: 14 }));
  const title = card.getByText('October → November').first();
  // The card is drawn anew for its reader, so for a moment it has no place.
  await until('the beginning of the card near the top', async () => {
    const y = (await title.boundingBox())?.y ?? 0;
    return y > 50 && y < 350 && ((await card.boundingBox())?.height ?? 0) > 700;
  });
});

it('the answer to a button in an earlier post is scrolled into view, and stays there', async () => {
  const di = await at.be(people.di.name, { viewport: { width: 1280, height: 700 } });
  await di.open('General');
  const welcome = di.page.getByRole('article').filter({ hasText: 'Mention me in this team' });
  for (const time of ['a first', 'a second']) {
    await button(welcome, plain('help.welcome.button.help')).click();
    const answers = di.page.getByRole('article').filter({ hasText: 'Hello Di' });
    await answers.nth(time === 'a first' ? 0 : 1).waitFor();
    await button(welcome, plain('help.welcome.button.help')).and(di.page.locator(':enabled')).waitFor();
    const title = answers.last().getByText('Hello Di').first();
    expect((await title.boundingBox())?.y).toBeLessThan(700);
  }
});
