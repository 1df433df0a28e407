import { join } from 'node:path';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { become, button, later, openBrowser, type Person, startIncident } from './person.ts';
import { type StewardProcess, startStewardProcess } from './steward-process.ts';

/** Plays the story once more and takes the pages' pictures of it: `node sandbox/browser/screenshots.ts`. */
const FOLDER = join(import.meta.dirname, '..', '..', 'docs');
const desktop = { viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' } as const;
const light = { ...desktop, colorScheme: 'light' } as const;
const dark = { ...desktop, colorScheme: 'dark' } as const;
const tall = { ...light, viewport: { width: 1180, height: 1240 } } as const;
const phone = { ...light, viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 } as const;
const CARD = 'Contributor on Payments Production';
const SETTLE_MS = 400;

const browser = await openBrowser();
let address = '';

const be = (name: string, look: BrowserContextOptions): Promise<Person> => become(browser, address, name, look);

const take = async (page: Page, name: string): Promise<void> => {
  await page.mouse.move(0, 0);
  await page.waitForTimeout(SETTLE_MS);
  await page.screenshot({ path: join(FOLDER, `${name}.png`) });
};

const dismissToasts = async (page: Page): Promise<void> => {
  const dismiss = page.getByRole('button', { name: 'Dismiss' });
  while (await dismiss.first().isVisible()) await dismiss.first().click();
};

const theTour = async (): Promise<void> => {
  const context = await browser.newContext({ ...light, locale: 'en-GB', timezoneId: 'Europe/Berlin' });
  const page = await context.newPage();
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const next = async (): Promise<void> => {
    await page.getByRole('dialog').getByText('Done').waitFor();
    await press('Next');
  };
  await page.goto(address);
  await press('Type it for me');
  await take(page, 'tour-1');
  await press('Send');
  await page.getByRole('article').getByRole('button', { name: 'Request', exact: true }).click();
  await next();

  await press('Take me there');
  await page.getByRole('article').filter({ hasText: CARD }).waitFor();
  await take(page, 'tour-2');
  const approve = page.getByRole('article').getByRole('button', { name: 'Approve', exact: true });
  await approve.click();
  await next();

  await press('Become Ana Rossi');
  await press('Open the chat');
  await page.getByText('Show the card').waitFor();
  await take(page, 'tour-3');
  await press('Type it for me');
  await press('Send');
  await next();
  await dismissToasts(page);
  await take(page, 'tour-4');
  await context.close();
};

const theStory = async (): Promise<void> => {
  const ana = await be('Ana Rossi', light);
  await ana.post('request role contributor on payments for 5 days because I look into last night’s failed payouts');
  await button(ana.message(CARD), 'Request').click();
  const bo = await be('Bo Lind', light);
  await bo.open('Approvals');
  await button(bo.message(CARD), 'Approve with changes …').click();
  await bo.message(CARD).getByLabel('Note (optional)').fill('Go ahead, I am around until six.');
  await button(bo.message(CARD), 'Approve with changes').click();
  await ana.message(CARD).getByText('Eligible until').waitFor();
  await dismissToasts(ana.page);
  await take(ana.page, 'eligible-card');
  await ana.page.context().close();
  await bo.page.context().close();
};

const theLooks = async (): Promise<void> => {
  const di = await be('Di Meyer', light);
  await di.post('request role reader on ledger for 3 days because I close the books of October');
  await button(di.message('Reader on Ledger'), 'Request').click();

  const bo = await be('Bo Lind', dark);
  await bo.open('Approvals');
  await bo.page.getByRole('button', { name: 'Inspector' }).click();
  await bo.page.getByRole('button', { name: 'message · Di Meyer' }).click();
  await button(bo.message('Reader on Ledger'), 'Approve with changes …').click();
  await take(bo.page, 'chat-dark');

  await dismissToasts(di.page);
  const cy = await be('Cy Okafor', light);
  await cy.open('Finance');
  await cy.page.getByRole('button', { name: 'Do not mention Steward' }).click();
  await cy.post('@Di Meyer the auditors asked for the October invoices, can you send them?');
  await di.page.getByText('the auditors asked').waitFor();
  await take(di.page, 'chat-light');

  await button(bo.message('Reader on Ledger'), 'Approve').click();
  const mobile = await be('Di Meyer', phone);
  await mobile.open('Steward');
  await mobile.message('Reader on Ledger').waitFor();
  await mobile.write('my access');
  await mobile.message('What Di Meyer is eligible for').waitFor();
  await take(mobile.page, 'chat-phone');
};

const theTranslation = async (): Promise<void> => {
  const di = await be('Di Meyer', light);
  await di.page.getByRole('button', { name: 'Do not mention Steward' }).click();
  await di.post(
    'Das Hauptbuch ist ausgefallen. Kann jemand nach dem Gateway sehen? https://status.northwind.example/gateway',
  );
  const bo = await be('Bo Lind', light);
  const dialog = bo.page.getByRole('dialog');
  const translate = async (): Promise<void> => {
    const said = bo.message('Das Hauptbuch');
    await said.hover();
    await said.getByRole('button', { name: 'More options' }).click();
    await bo.page.getByRole('menuitem', { name: /^Translate with Steward/ }).click();
  };
  // The first one takes a moment, and so would come as a card as well.
  await translate();
  await bo.page
    .getByText(/^German → English/)
    .last()
    .waitFor();
  await dialog.getByRole('button', { name: 'Close' }).first().click();
  await dismissToasts(bo.page);
  await translate();
  const translated = dialog.getByText('Machine translation', { exact: true });
  const show = button(dialog, 'Show it here');
  while (!(await translated.isVisible())) {
    await translated.or(show).first().waitFor();
    if (await show.isVisible()) await show.click();
    await bo.page.waitForTimeout(SETTLE_MS);
  }
  await take(bo.page, 'translation');
};

const theIncident = async (steward: StewardProcess): Promise<void> => {
  const bo = await be('Bo Lind', tall);
  await bo.open('Alerts');
  await bo.post('watch health on payments');
  await bo.message('Watching').first().waitFor();
  await startIncident(bo);
  const thread = bo.page.getByRole('group', { name: 'Thread by Steward' }).filter({ hasText: 'lost connections' });
  const says = (words: string | RegExp): Promise<void> => thread.getByText(words).first().waitFor();
  await says('Warning');
  await later(steward, 45);
  await says(/^Now error/);
  await button(thread.first(), 'Acknowledge').first().click();
  await says('Bo Lind is on it');
  for (const [seconds, words] of [
    [60, /^North Europe has recovered$/],
    [30, 'Resolved'],
    [30, 'Preliminary'],
    [30, 'Explanation'],
  ] as const) {
    await later(steward, seconds);
    await says(words);
  }
  await bo.page.getByRole('button', { name: 'Vendor', exact: true }).click();
  await dismissToasts(bo.page);
  await take(bo.page, 'alert');
};

try {
  for (const play of [theTour, theStory, theLooks, theTranslation, theIncident]) {
    const steward = await startStewardProcess();
    address = steward.teamsUrl;
    await play(steward).finally(() => steward.end());
  }
} finally {
  await browser.close();
}
