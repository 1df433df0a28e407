import type { Locator, Page } from 'playwright-core';
import { startSandbox, stopAll, type Running as Vendor } from '../test/cloud/support.ts';
import { cardAnswer, cardMessage, GENERAL, useHarness } from '../test/teams/support/harness.ts';
import { incorrectAuthCode, loginRequest, preconditionFailed } from '../test/teams/support/sign-in-answers.ts';
import { createSignInPages, type SignInPages } from '../test/teams/support/sign-in-pages.ts';
import { people } from '../world.ts';
import { findViolations } from './axe.ts';
import { useBrowserWith } from './person.ts';
import { openSignIn, signInThere } from './sign-in-window.ts';

const card = (text: string) => ({
  type: 'AdaptiveCard',
  version: '1.5',
  body: [{ type: 'TextBlock', text, wrap: true }],
  actions: [{ type: 'Action.Execute', title: 'Approve', verb: 'approve', data: { id: 'r1' } }],
});

let vendor: Vendor;
let pages: SignInPages;
beforeEach(async () => {
  vendor = await startSandbox();
  pages = await createSignInPages(() => vendor.sandbox);
});
afterEach(async () => {
  await pages.close();
  await stopAll();
});

const harness = useHarness(() => vendor.sandbox.url);
const at = useBrowserWith({
  get teams() {
    return harness.sandbox;
  },
});

const asked = (): object =>
  loginRequest({ buttons: [{ type: 'signin', title: 'Sign in', text: 'Sign in', value: pages.startUrl }] });
const granting = () => cardAnswer(card('Approved, being granted'));

/** Bo on the page, with a card that waits for him; the bot answers his presses in turn. */
const bo = async (...answers: readonly object[]) => {
  await harness.post(GENERAL, cardMessage(card('Ana Rossi wants to be contributor.')));
  harness.bot.answerInTurn(...answers);
  const { page } = await at.be('Bo Lind');
  const strip = page.locator('.strip');
  const approve = page.getByRole('button', { name: 'Approve' });
  await approve.click();
  await strip.getByRole('button', { name: 'Sign in' }).waitFor();
  return { page, strip, approve };
};

const values = (): Record<string, unknown>[] =>
  harness.bot.received
    .map(({ activity }) => activity)
    .filter(({ name }) => name === 'adaptiveCard/action')
    .map(({ value }) => value as Record<string, unknown>);

it('a press that needs a sign-in opens the window, and goes through when Bo has signed in there', async () => {
  const { page, strip } = await bo(asked(), preconditionFailed, granting());
  expect(await strip.textContent()).toContain('Please sign in to approve.');
  const popUp = await openSignIn(page, strip);
  await strip.getByText('Finish signing in').waitFor();
  const closed = popUp.waitForEvent('close');
  await signInThere(popUp, people.bo.name);
  await closed;
  await page.getByText('Approved, being granted').waitFor();
  expect(pages.claims).toMatchObject({ oid: people.bo.objectId, acrs: ['c1'] });
  expect(values().map((value) => Object.keys(value).at(-1))).toEqual(['trigger', 'authentication', 'state']);
  expect(values().at(-1)).toMatchObject({ action: { verb: 'approve', data: { id: 'r1' } }, state: 'row-1.code' });
  expect(await strip.count()).toBe(0);
});

describe('the card works on after', () => {
  const againTo = async (approve: Locator, page: Page): Promise<void> => {
    harness.bot.answerInTurn(granting());
    await approve.click();
    await page.getByText('Approved, being granted').waitFor();
  };

  it('a window that Bo closed', async () => {
    const { page, strip, approve } = await bo(asked(), preconditionFailed);
    await (await openSignIn(page, strip)).close();
    await strip.getByText('The sign-in window was closed').waitFor();
    expect(values()).toHaveLength(2);
    await againTo(approve, page);
  });

  it('a sign-in that Bo cancelled', async () => {
    const { page, strip, approve } = await bo(asked(), preconditionFailed);
    const popUp = await openSignIn(page, strip);
    await popUp.getByRole('button', { name: 'Cancel' }).click();
    await strip.getByText('You are not signed in').waitFor();
    await againTo(approve, page);
  });

  it('a browser that opens no window', async () => {
    const { page, strip, approve } = await bo(asked(), preconditionFailed);
    await page.evaluate('window.open = () => null');
    await strip.getByRole('button', { name: 'Sign in' }).click();
    await strip.getByText('Allow pop-ups').waitFor();
    await againTo(approve, page);
  });

  it('a code that the bot does not take', async () => {
    const { page, strip, approve } = await bo(asked(), preconditionFailed, incorrectAuthCode);
    const popUp = await openSignIn(page, strip);
    await signInThere(popUp, people.bo.name);
    await strip.getByText('was not accepted').waitFor();
    expect(await strip.getByRole('button', { name: 'Sign in' }).count()).toBe(0);
    await againTo(approve, page);
  });

  it('a window that was closed once and opened once more', async () => {
    const { page, strip } = await bo(asked(), preconditionFailed, granting());
    await (await openSignIn(page, strip)).close();
    await strip.getByText('The sign-in window was closed').waitFor();
    await signInThere(await openSignIn(page, strip), people.bo.name);
    await page.getByText('Approved, being granted').waitFor();
  });
});

it('nothing is taken from another window, nor from the directory’s pages in the sign-in’s own window', async () => {
  const { page, strip } = await bo(asked(), preconditionFailed);
  const popUp = await openSignIn(page, strip);
  const forged = { id: 9, func: 'authentication.authenticate.success', args: ['forged'] };
  const said = `postMessage(${JSON.stringify(forged)}, '*')`;
  await popUp.evaluate(`opener.${said}`);
  await page.evaluate(said);
  await popUp.close();
  await strip.getByText('The sign-in window was closed').waitFor();
  expect(JSON.stringify(values())).not.toContain('forged');
});

it('the page answers TeamsJS as its host', async () => {
  pages.endWith('silent');
  const { page, strip } = await bo(asked(), preconditionFailed);
  const popUp = await openSignIn(page, strip);
  await signInThere(popUp, people.bo.name);
  await popUp.waitForFunction(`document.title === 'authentication web 4'`);
});

describe.each(['light', 'dark'] as const)('in %s', (colorScheme) => {
  it('the strip and the pages of the sign-in are accessible', async () => {
    await harness.post(GENERAL, cardMessage(card('Ana Rossi wants to be contributor.')));
    harness.bot.answerInTurn(asked(), preconditionFailed);
    const { page } = await at.be('Bo Lind', { colorScheme, reducedMotion: 'reduce' });
    await page.getByRole('button', { name: 'Approve' }).click();
    const strip = page.locator('.strip');
    await strip.getByRole('button', { name: 'Sign in' }).waitFor();
    expect(await findViolations(page)).toEqual([]);
    const popUp = await openSignIn(page, strip);
    expect(await findViolations(popUp)).toEqual([]);
    await popUp.getByRole('button', { name: 'Back to all accounts' }).click();
    await popUp.getByText('Pick an account').waitFor();
    expect(await findViolations(popUp)).toEqual([]);
    await popUp.getByRole('button', { name: 'Use another account' }).click();
    await popUp.getByLabel('Email address').fill('nobody');
    await popUp.keyboard.press('Enter');
    await popUp.getByRole('alert').waitFor();
    expect(await findViolations(popUp)).toEqual([]);
    await popUp.getByLabel('Email address').fill(people.bo.email);
    await popUp.getByRole('button', { name: 'Next' }).click();
    await popUp.getByLabel('Password of Bo Lind').fill('anything');
    await popUp.getByRole('button', { name: 'Sign in' }).click();
    await popUp.getByLabel('Enter the number shown').waitFor();
    expect(await findViolations(popUp)).toEqual([]);
    await popUp.close();
  });
});
