import type { Page } from 'playwright-core';
import { useBrowser } from './person.ts';

const at = useBrowser();

const firstVisit = async (): Promise<Page> => {
  const context = await at.browser.newContext({ locale: 'en-GB', timezoneId: 'Europe/Berlin' });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  await page.goto(at.steward.teamsUrl);
  return page;
};

const stop = (page: Page, name: string) => page.getByRole('dialog', { name });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
/** The text of the tour is in the box only after the page is drawn again; Enter before that would send nothing. */
const sendTyped = async (page: Page, boxName: string, text: RegExp) => {
  await press(page, 'Type it for me');
  const box = page.getByRole('textbox', { name: boxName });
  await page.locator('textarea:focus').and(box).waitFor();
  await page.waitForFunction(
    (words) => new RegExp(words).test((document.activeElement as HTMLTextAreaElement | null)?.value ?? ''),
    text.source,
  );
  await box.press('Enter');
};
const isDone = (page: Page, name: string) => stop(page, name).getByText('Done').waitFor();

it('the tour leads a newcomer from a sentence to the granted role', async () => {
  const page = await firstVisit();
  const approve = page.getByRole('article').getByRole('button', { name: 'Approve', exact: true });

  await sendTyped(page, 'New post', /^request role /);
  await page.getByRole('article').getByRole('button', { name: 'Request', exact: true }).click();
  await isDone(page, 'Ask for a role');
  await press(page, 'Next');

  await stop(page, 'Approve it as somebody else').getByRole('button', { name: 'Take me there' }).click();
  await page.getByRole('main', { name: 'Approvals' }).waitFor();
  await approve.click();
  await isDone(page, 'Approve it as somebody else');
  await press(page, 'Next');

  await press(page, 'Become Ana Rossi');
  await press(page, 'Open the chat');
  await page.getByRole('article').filter({ hasText: 'Contributor on Payments Production' }).first().waitFor();
  await sendTyped(page, 'Message', /^my access$/);
  await isDone(page, 'See it everywhere');
  await press(page, 'Next');

  await press(page, 'Open the inspector');
  await isDone(page, 'Look behind it, or break it');
  await press(page, 'Finish');
  expect(await page.getByRole('dialog').count()).toBe(0);
});

it('after a reload the tour continues at the same step and as the same person', async () => {
  const page = await firstVisit();
  await sendTyped(page, 'New post', /^request role /);
  await page.getByRole('article').getByRole('button', { name: 'Request', exact: true }).last().click();
  await isDone(page, 'Ask for a role');
  await press(page, 'Next');
  await stop(page, 'Approve it as somebody else').getByRole('button', { name: 'Take me there' }).click();
  await page.getByRole('main', { name: 'Approvals' }).waitFor();
  await page.reload();
  await stop(page, 'Approve it as somebody else').waitFor();
  expect(await page.getByRole('radio', { name: 'Bo Lind' }).isChecked()).toBe(true);
});

it('the tour leads from a step that is too early back to its first one', async () => {
  const page = await firstVisit();
  await press(page, 'Next');
  await press(page, 'Ask first');
  await stop(page, 'Ask for a role').waitFor();
});

it('the ring of the tour covers no words of its neighbours, and the page stays where it is', async () => {
  const page = await firstVisit();
  await press(page, 'Next');
  await press(page, 'Back');
  await page.getByRole('link', { name: 'Approvals' }).click();
  const ring = page.locator('.spotlight');
  const general = page.getByRole('link', { name: 'General', exact: true });
  await ring.waitFor();
  const [around, within] = [await ring.boundingBox(), await general.boundingBox()];
  expect((around?.height ?? 0) - (within?.height ?? 0)).toBeLessThanOrEqual(4);
  await page.evaluate(() => scrollTo(0, 1_000));
  expect(await page.evaluate(() => scrollY)).toBe(0);
});

it('the tour, once left, does not come back after a reload, and starts again from the help', async () => {
  const page = await firstVisit();
  await press(page, 'Leave the tour');
  await page.reload();
  await page.getByRole('main').waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
  await press(page, 'Help');
  await press(page, 'Take the tour');
  await stop(page, 'Ask for a role').waitFor();
});
