import { join, resolve } from 'node:path';
import type { Locator } from 'playwright-core';
import { become, openBrowser, type Person, startIncident } from './person.ts';
import { startStewardProcess } from './steward-process.ts';

/**
 * Counts what a person needs for eight everyday tasks on the chat page: `node sandbox/browser/presses.ts [FOLDER]`, where FOLDER is
 * another checkout of Steward to compare with. A line for each task: presses (menus, fields and buttons), typed messages, and
 * jumps to something out of sight. Where a version asks for more presses than another, it gets them.
 */
const root = resolve(process.argv[2] ?? join(import.meta.dirname, '..', '..'));
const browser = await openBrowser();
const SHORT_MS = 2_500;

/** A person whose presses, messages and jumps are counted. */
interface Hand {
  readonly person: Person;
  readonly counts: { presses: number; typed: number; jumps: number };
  press(target: Locator): Promise<void>;
  /** Presses what is there within a moment. @returns whether it was */
  pressIfThere(target: Locator): Promise<boolean>;
  say(how: 'post' | 'write', text: string): Promise<void>;
  open(conversation: string): Promise<void>;
}

const handOf = (person: Person): Hand => {
  const counts = { presses: 0, typed: 0, jumps: 0 };
  const press = async (target: Locator): Promise<void> => {
    await target.waitFor();
    const box = await target.boundingBox();
    const height = person.page.viewportSize()?.height ?? 0;
    if (!box || box.y < 0 || box.y + box.height > height) counts.jumps += 1;
    await target.click();
    counts.presses += 1;
  };
  return {
    person,
    counts,
    press,
    async pressIfThere(target) {
      const isThere = await target.waitFor({ timeout: SHORT_MS }).then(
        () => true,
        () => false,
      );
      if (isThere) await press(target);
      return isThere;
    },
    async say(how, text) {
      await person[how](text);
      counts.typed += 1;
    },
    async open(conversation) {
      await person.open(conversation);
      counts.presses += 1;
    },
  };
};

const named = (within: Locator, name: string | RegExp): Locator =>
  within.getByRole('button', { name, ...(typeof name === 'string' && { exact: true }) });

const roles = [
  'contributor on payments',
  'reader on payments',
  'contributor on ledger',
  'reader on ledger',
  'contributor on gateway',
  'reader on gateway',
  'contributor on staging',
  'reader on staging',
] as const;

const request = async (hand: Hand, role: string, days = 5): Promise<void> => {
  await hand.say('post', `request role ${role} for ${days} days because I look into the failed payouts`);
  const threads = hand.person.page.getByRole('group', { name: /^Thread by/ });
  const thread = threads.last();
  await thread
    .getByText(/Waiting for approval|You’re requesting|Request/)
    .first()
    .waitFor();
  if (!(await thread.getByText('Waiting for approval').isVisible())) {
    await hand.pressIfThere(named(thread, 'Request').last());
    await thread.getByText('Waiting for approval').first().waitFor();
  }
};

/** Opens a card for the person if it has a single common button, then approves it. */
const approveOn = async (hand: Hand, card: Locator): Promise<void> => {
  const approve = named(card, 'Approve');
  await hand.press(approve.first());
  if ((await approve.count()) > 1) await hand.press(approve.last());
  await card
    .getByText(/being granted|Eligible until/)
    .first()
    .waitFor();
};

type Task = readonly [name: string, play: (address: string) => Promise<Hand>];

const as = async (address: string, name: string): Promise<Hand> => {
  const person = await become(browser, address, name, { viewport: { width: 1280, height: 860 } });
  person.page.setDefaultTimeout(40_000);
  return handOf(person);
};

const cardOf = (hand: Hand, text: string): Locator => hand.person.message(text);

const tasks: readonly Task[] = [
  [
    'request a role',
    async (address) => {
      const ana = await as(address, 'Ana Rossi');
      await request(ana, 'contributor on payments');
      return ana;
    },
  ],
  [
    'approve',
    async (address) => {
      const bo = await as(address, 'Bo Lind');
      await bo.open('Approvals');
      await approveOn(bo, cardOf(bo, 'Contributor on Payments Production'));
      return bo;
    },
  ],
  [
    'approve the third of eight waiting',
    async (address) => {
      const di = await as(address, 'Di Meyer');
      for (const role of roles) await request(di, role);
      const bo = await as(address, 'Bo Lind');
      await bo.open('Steward');
      await bo.say('write', 'waiting');
      const list = bo.person.message('Waiting for you');
      await list.waitFor();
      await list.getByRole('button', { name: 'Show' }).nth(2).waitFor();
      if (await named(list, 'Approve').first().isVisible()) await bo.press(named(list, 'Approve').nth(2));
      else {
        await bo.press(list.getByRole('button', { name: /^Show/ }).nth(2));
        const last = bo.person.page.getByRole('article').last();
        await last.getByText('Waiting for approval').waitFor();
        await approveOn(bo, last);
      }
      await bo.person.page
        .getByText(/being granted|Eligible until|Approved|approved/)
        .first()
        .waitFor();
      return bo;
    },
  ],
  [
    'shorten',
    async (address) => {
      const cy = await as(address, 'Cy Okafor');
      await cy.open('Approvals');
      const card = cardOf(cy, 'Reader on Payments Staging');
      await cy.press(named(card, /^Approve with changes|^Approve$/).last());
      const field = card.getByLabel(/shorter|Shorten|How long|Duration|For how long/i).first();
      await cy.press(field);
      await field.fill('2 days').catch(() => field.selectOption({ index: 1 }));
      await cy.press(named(card, 'Approve').last());
      await card
        .getByText(/being granted|Eligible until/)
        .first()
        .waitFor();
      return cy;
    },
  ],
  [
    'acknowledge',
    async (address) => {
      const watcher = await as(address, 'Bo Lind');
      await watcher.person.open('Alerts');
      await watcher.person.post('watch health on payments');
      await watcher.person.message(/watch/i).waitFor();
      await startIncident(watcher.person);
      const cy = await as(address, 'Cy Okafor');
      await cy.open('Alerts');
      const card = cardOf(cy, 'Acknowledge');
      await cy.press(named(card, 'Acknowledge'));
      await cy.person.page
        .getByText(/Acknowledged by Cy Okafor|Cy Okafor is on it/)
        .first()
        .waitFor();
      return cy;
    },
  ],
  [
    'translate a message',
    async (address) => {
      const di = await as(address, 'Di Meyer');
      await di.person.page.getByRole('button', { name: 'Do not mention Steward' }).click();
      await di.person.post('Das Hauptbuch ist ausgefallen.');
      const bo = await as(address, 'Bo Lind');
      const message = bo.person.message('Das Hauptbuch');
      await message.hover();
      await bo.press(message.getByRole('button', { name: 'More options' }));
      await bo.press(bo.person.page.getByRole('menuitem', { name: /^Translate with Steward/ }));
      const dialog = bo.person.page.getByRole('dialog');
      const translated = bo.person.page.getByText('Machine translation').first();
      const asked = named(dialog, /^(Translate|Show it here)$/);
      while (!(await translated.isVisible())) {
        await translated.or(asked).first().waitFor();
        if (!(await translated.isVisible())) await bo.press(asked.first());
        await bo.person.page.waitForTimeout(SHORT_MS);
      }
      return bo;
    },
  ],
  [
    'details of a transaction',
    async (address) => {
      const di = await as(address, 'Di Meyer');
      await di.open('Steward');
      await di.say('write', 'transactions november');
      const page = di.person.page;
      await di.press(named(di.person.message('november'), /^Transactions/).first());
      const card = di.person.message(/1 to 20/);
      await card.waitFor();
      const row = card.locator('.ac-selectable').nth(4);
      if (await row.isVisible()) await di.press(row);
      else {
        await di.press(named(card, /^Details|^Open a row|^Row/).first());
        const field = card.getByLabel(/Which row/);
        await di.press(field);
        await field.fill('5');
        await di.press(named(card, /^Details|^Open|^Show/).last());
      }
      await page
        .getByText(/Unit price|Quantity|Product/)
        .last()
        .waitFor();
      return di;
    },
  ],
  [
    'change an image',
    async (address) => {
      const ana = await as(address, 'Ana Rossi');
      await ana.open('Steward');
      await ana.say('write', 'container cg-ledger-scoring');
      const card = ana.person.message('cg-ledger-scoring');
      await ana.press(named(card, /^Change/).first());
      const form = ana.person.page.getByRole('article').last();
      await named(form, 'Cancel').waitFor();
      const field = form.getByRole('textbox').first();
      await ana.press(field);
      await field.fill('registry.northwind.example/ledger/score:1.0.0');
      await ana.press(named(form, /^(Request|Send|Next|Change)/).first());
      await ana.person.page.getByText('Waiting for approval').last().waitFor();
      return ana;
    },
  ],
];

const only = process.argv[3];
const steward = await startStewardProcess(root);
try {
  process.stdout.write('task | presses | typed messages | jumps\n');
  for (const [name, play] of tasks) {
    if (only && !name.includes(only)) continue;
    const line = await play(steward.teamsUrl).then(
      ({ counts: { presses, typed, jumps } }) => `${presses} | ${typed} | ${jumps}`,
      (error: Error) => `did not end: ${error.message.split('\n')[0]}`,
    );
    for (const context of browser.contexts()) await context.close();
    process.stdout.write(`${name} | ${line}\n`);
  }
} finally {
  await browser.close();
  await steward.end();
}
