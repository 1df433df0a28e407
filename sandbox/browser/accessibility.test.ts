import type { BrowserContextOptions, Page } from 'playwright-core';
import { cardSamples } from '../../test/support/card-samples.ts';
import { findViolations } from './axe.ts';
import { useBrowser } from './person.ts';

const REQUEST = 'request role contributor on payments for 5 days because I look into the failed payouts';
const CARD = 'Contributor on Payments Production';

const variants: readonly [string, BrowserContextOptions][] = [
  ['light, desktop', { colorScheme: 'light', viewport: { width: 1280, height: 800 } }],
  ['dark, desktop', { colorScheme: 'dark', viewport: { width: 1280, height: 800 } }],
  ['light, phone', { colorScheme: 'light', viewport: { width: 390, height: 844 } }],
  ['dark, phone', { colorScheme: 'dark', viewport: { width: 390, height: 844 } }],
];
// Without motion, axe never sees a half-finished animation.
const still = { reducedMotion: 'reduce' } as const;

/** All cards on one page would take axe longer than a test may last on a slow machine. */
const GROUP = 50;
const groups = Array.from({ length: Math.ceil(cardSamples.length / GROUP) }, (_, index) => {
  const samples = cardSamples.slice(index * GROUP, (index + 1) * GROUP);
  return { name: `the cards ${index * GROUP + 1} to ${index * GROUP + samples.length}`, samples };
});

const at = useBrowser();
beforeAll(async () => {
  const ana = await at.be('Ana Rossi');
  await ana.post(REQUEST);
  await ana.message(CARD).getByRole('button', { name: 'Request', exact: true }).click();
  await ana.message(CARD).getByText('Waiting for approval').waitFor();
  await ana.open('Steward');
  await ana.write('help');
  await ana.page.getByRole('article').filter({ hasText: 'request role' }).waitFor();
  await ana.page.context().close();
});

const be = (name: string, variant: BrowserContextOptions) => at.be(name, { ...variant, ...still });

const openPanel = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('navigation', { name: 'App bar' }).getByRole('button', { name }).click();
  await page.getByRole('complementary').waitFor();
};

describe.each(variants)('in %s', (_name, variant) => {
  it('the first visit with its tour', async () => {
    const context = await at.browser.newContext({ ...variant, ...still });
    const page = await context.newPage();
    await page.goto(at.steward.teamsUrl);
    await page.getByRole('dialog', { name: 'Ask for a role' }).waitFor();
    expect(await findViolations(page)).toEqual([]);
    await context.close();
  });

  it('a channel with cards, an open card, a reply, the mention picker and the commands', async () => {
    const { page, open, message } = await be('Bo Lind', variant);
    await open('Approvals');
    await message(CARD).getByRole('button', { name: 'Approve with changes …' }).click();
    await page.getByRole('button', { name: 'Reply' }).last().click();
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole('textbox', { name: 'New post' }).pressSequentially('hello @');
    await page.getByRole('listbox', { name: 'People and apps' }).waitFor();
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole('textbox', { name: 'New post' }).fill('');
    await page.getByRole('button', { name: 'Commands' }).last().click();
    await page.getByRole('listbox', { name: 'Suggested commands' }).waitFor();
    expect(await findViolations(page)).toEqual([]);
    await page.context().close();
  });

  it('a personal chat, and the drawer where there is one', async () => {
    const { page, open } = await be('Ana Rossi', variant);
    await open('Steward');
    expect(await findViolations(page)).toEqual([]);
    const drawer = page.getByRole('button', { name: 'Conversations and people' });
    if (await drawer.isVisible()) await drawer.click();
    expect(await findViolations(page)).toEqual([]);
    await page.context().close();
  });

  it('a message’s menu, and the dialog that it opens', async () => {
    const { page, open, message } = await be('Ana Rossi', variant);
    await open('General');
    const post = message(REQUEST);
    await post.hover();
    await post.getByRole('button', { name: 'More options' }).click();
    await page.getByRole('menu').waitFor();
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole('menuitem', { name: 'Request a role with Steward' }).click();
    await page.getByRole('dialog').getByRole('combobox').first().waitFor();
    expect(await findViolations(page)).toEqual([]);
    await page.context().close();
  });

  it.each(['Settings', 'Help', 'Faults', 'Vendor'])('the panel %s', async (name) => {
    const { page } = await be('Ana Rossi', variant);
    await openPanel(page, name);
    if (name === 'Faults' || name === 'Vendor') {
      await page.getByRole('button', { name: 'Start' }).first().click();
      await page.getByRole('complementary').getByRole('listitem').first().waitFor();
    }
    expect(await findViolations(page)).toEqual([]);
    await page.context().close();
  });

  it('the inspector with an open entry', async () => {
    const { page } = await be('Ana Rossi', variant);
    await openPanel(page, 'Inspector');
    await page.getByRole('complementary').getByRole('listitem').first().getByRole('button').first().click();
    await page.getByRole('region', { name: 'Request as JSON' }).waitFor();
    expect(await findViolations(page)).toEqual([]);
    await page.context().close();
  });

  it.each(groups)('$name that Steward can send, folded and with each of their questions open', async ({ samples }) => {
    const page = await showCards(variant, samples);
    expect(await findViolations(page)).toEqual([]);
    // A card has one question open at a time, so the questions are opened in rounds.
    const most = Math.max(...(await page.locator('.card').evaluateAll(countQuestions)));
    for (let round = 0; round < most; round += 1) {
      await page.locator('.card').evaluateAll(openQuestion, round);
      expect(await findViolations(page)).toEqual([]);
    }
    await page.context().close();
  });
});

const asMessage = (card: unknown, index: number) => ({
  id: `${index}`,
  conversationId: '19:general-payments@thread.tacv2',
  from: { kind: 'bot', name: 'Steward' },
  at: new Date(Date.UTC(2026, 2, 2, 9, index)).toISOString(),
  cards: [card],
});

/** The page itself draws the samples: they stand in General as Steward's posts. */
const showCards = async (variant: BrowserContextOptions, samples: typeof cardSamples): Promise<Page> => {
  const messages = samples.map((sample, index) => asMessage(sample.render(), index));
  const context = await at.browser.newContext({ ...variant, ...still });
  await context.addInitScript(`localStorage.setItem('steward.tour', '"over"')`);
  const page = await context.newPage();
  await page.route('**/api/messages?*', (route) => route.fulfill({ json: messages }));
  await page.goto(at.steward.teamsUrl);
  // Cards far from the screen are not laid out, so axe could not check them.
  await page.addStyleTag({ content: '.card { content-visibility: visible !important }' });
  await page
    .locator('.card > *')
    .nth(samples.length - 1)
    .waitFor({ timeout: 60_000 });
  return page;
};

/** These two run in the page. */
const countQuestions = (cards: readonly Element[]): number[] =>
  cards.map((card) => card.querySelectorAll('.ac-pushButton.expandable').length);

/** A card without such a question is hidden: it was checked before. */
const openQuestion = (cards: readonly Element[], round: number): void => {
  for (const card of cards) {
    const button = card.querySelectorAll<HTMLElement>('.ac-pushButton.expandable')[round];
    if (button) button.click();
    else (card.closest('article') as HTMLElement).style.display = 'none';
  }
};
