import type { Locator, Page } from 'playwright-core';

/** The window that the strip's button opens. */
export const openSignIn = async (page: Page, strip: Locator): Promise<Page> => {
  const [popUp] = await Promise.all([
    page.waitForEvent('popup'),
    strip.getByRole('button', { name: 'Sign in' }).click(),
  ]);
  await popUp.waitForLoadState();
  return popUp;
};

/** Gives password and second factor in the window. */
export const signInThere = async (popUp: Page, name: string): Promise<void> => {
  await popUp.getByLabel(`Password of ${name}`).fill('anything');
  await popUp.keyboard.press('Enter');
  const number = (await popUp.locator('.number').textContent()) ?? '';
  await popUp.getByLabel('Enter the number shown').fill(number);
  await popUp.getByRole('button', { name: 'Yes' }).click();
};
