// Functions that run in the page are checked with its types.
/// <reference lib="dom" />
import { type Browser, type BrowserContextOptions, chromium, type Locator, type Page } from 'playwright-core';
import type { StorySteward } from '../../test/support/story-steward.ts';
import { type StewardProcess, startStewardProcess } from './steward-process.ts';

const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-sync'];
const QUIET = ['--disable-background-networking', '--disable-component-update'];

/** Debian's Chromium, or the one that CHROMIUM_PATH names. */
export const openBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: [...FLAGS, ...QUIET],
  });

/** Steward in a process of its own and a browser, for all tests of a file. */
interface TestBrowser {
  readonly steward: StewardProcess;
  readonly browser: Browser;
  /** As `become`, with patience for a loaded machine. */
  be(name: string, options?: BrowserContextOptions): Promise<Person>;
  /** The same, with a conversation open. */
  beIn(name: string, conversation: string): Promise<Person>;
}

/** Starts both before the tests of the file and ends them after. */
export const useBrowser = (): TestBrowser => {
  jest.setTimeout(300_000);
  let steward: StewardProcess;
  let browser: Browser;
  beforeAll(async () => {
    [steward, browser] = await Promise.all([startStewardProcess(), openBrowser()]);
  });
  afterAll(async () => {
    await browser?.close();
    await steward?.end();
  });
  return {
    get steward() {
      return steward;
    },
    get browser() {
      return browser;
    },
    ...becoming(
      () => browser,
      () => steward.teamsUrl,
    ),
  };
};

const becoming = (browser: () => Browser, address: () => string): Pick<TestBrowser, 'be' | 'beIn'> => {
  const be: TestBrowser['be'] = async (name, options) => {
    const person = await become(browser(), address(), name, options);
    person.page.setDefaultTimeout(60_000);
    return person;
  };
  const beIn: TestBrowser['beIn'] = async (name, conversation) => {
    const person = await be(name);
    await person.open(conversation);
    return person;
  };
  return { be, beIn };
};

/** A browser for the stories of a file whose Steward runs in this process, with a clock that they move. */
export const useBrowserWith = (s: Pick<StorySteward, 'teams'>): Pick<TestBrowser, 'be' | 'beIn'> => {
  jest.setTimeout(300_000);
  let browser: Browser;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser?.close());
  return becoming(
    () => browser,
    () => s.teams.url,
  );
};

/** What a person can do on the chat page: only what stands there to be read, typed and clicked. */
export interface Person {
  readonly page: Page;
  open(conversation: string): Promise<void>;
  /** Starts a post in the open channel; Steward is mentioned by the box itself. */
  post(text: string): Promise<void>;
  /** Writes to Steward in the person's own chat. */
  write(text: string): Promise<void>;
  /** The newest message of the open conversation that holds this text. */
  message(text: string | RegExp): Locator;
  /** The same, of the messages with a card. */
  card(text: string | RegExp): Locator;
}

/** A guard against what never comes: the page may load on a machine that is busy. */
const LOAD_MS = 90_000;

/** Opens the page in a browser profile of its own, past the tour, and becomes the person of that name. */
export const become = async (
  browser: Browser,
  address: string,
  name: string,
  options: BrowserContextOptions = {},
): Promise<Person> => {
  const context = await browser.newContext({ locale: 'en-GB', timezoneId: 'Europe/Berlin', ...options });
  // Written as script text: it runs in the page, before the page's own.
  await context.addInitScript(`localStorage.setItem('steward.tour', '"over"')`);
  const page = await context.newPage();
  await page.goto(address, { timeout: LOAD_MS });
  const drawer = page.getByRole('button', { name: 'Conversations and people' });
  const pullOut = async (): Promise<void> => {
    const isDrawer = await drawer.isVisible();
    if (isDrawer && (await drawer.getAttribute('aria-expanded')) !== 'true') await drawer.click();
  };
  const send = async (box: string, text: string): Promise<void> => {
    await page.getByRole('textbox', { name: box }).fill(text);
    await page.getByRole('button', { name: 'Send', exact: true }).last().click();
  };
  /** What stands in a group of the left edge that is folded at first: the other places, the people outside the team. */
  const unfolded = async (role: 'link' | 'radio', name: string): Promise<Locator> => {
    const anywhere = page.getByRole(role, { name, includeHidden: true });
    await anywhere.first().waitFor({ state: 'attached' });
    const folded = page.locator('#rail details:not([open])').filter({ has: anywhere });
    if ((await folded.count()) > 0) await folded.locator('summary').click();
    return page.getByRole(role, { name });
  };
  await page.getByRole('main').waitFor();
  await pullOut();
  await (await unfolded('radio', name)).check();
  return {
    page,
    async open(conversation) {
      await pullOut();
      await (await unfolded('link', conversation)).click();
      await page.getByRole('main', { name: conversation }).waitFor();
    },
    post: (text) => send('New post', text),
    write: (text) => send('Message', text),
    message: (text) => page.getByRole('article').filter({ hasText: text }).last(),
    card: (text) =>
      page
        .getByRole('article')
        .filter({ hasText: text, has: page.locator('.card') })
        .last(),
  };
};

/** A button of a message by its words. */
export const button = (message: Locator, name: string): Locator => message.getByRole('button', { name, exact: true });

/** Presses a button of a card, on the card or in its menu. */
export const pressOnCard = async ({ page }: Person, card: Locator, name: string): Promise<void> => {
  const [shown, menu] = [button(card, name), card.getByText('...', { exact: true }).first()];
  await shown.or(menu).first().waitFor();
  if (await shown.isVisible()) return shown.click();
  await menu.click();
  await page.getByRole('menuitem', { name, exact: true }).click();
};

/** Waits until the newest card with these words says this too. */
export const says = (person: Person, card: string, words: string | RegExp): Promise<void> =>
  person.card(card).getByText(words).first().waitFor();

/** The name of the request on the newest card with these words. */
export const refOn = async (person: Person, card: string): Promise<string> => {
  const [ref] = /R-[0-9A-Z]{5}/.exec(await person.card(card).innerText()) ?? [];
  if (!ref) throw new Error(`no request on ${card}`);
  return ref;
};

/** Moves the vendor's clock ahead, so that an incident goes on. */
export const later = async ({ vendor }: Pick<StewardProcess, 'vendor'>, seconds: number): Promise<void> => {
  const answer = await fetch(`${vendor.url}/__sandbox/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ advanceMs: seconds * 1_000 }),
  });
  if (answer.status !== 200) throw new Error(`the vendor's clock answers ${answer.status}`);
};

/** Starts an incident at the vendor from its panel. */
export const startIncident = async ({ page }: Person): Promise<void> => {
  await page.getByRole('navigation', { name: 'App bar' }).getByRole('button', { name: 'Vendor' }).click();
  const panel = page.getByRole('complementary');
  await panel.getByRole('button', { name: 'Start an incident' }).click();
  await panel.getByText('Begun: DEMO-').waitFor();
};
