import type { Locator } from 'playwright-core';
import { plain } from '../../test/support/story.ts';
import { people } from '../world.ts';
import { findViolations } from './axe.ts';
import { button, type Person, startIncident, useBrowser } from './person.ts';

const at = useBrowser();
let bo: Person;
beforeAll(async () => {
  bo = await at.be(people.bo.name);
});

const SAID = 'Das Hauptbuch ist ausgefallen. Bitte genehmigen Sie meine Anfrage.';
/** Longer than two polls of the feed, with room for a loaded machine. */
const SOON = { timeout: 60_000 };

const REPEAT_MS = 300;

const dialogOf = ({ page }: Person): Locator => page.getByRole('dialog');
const close = ({ page }: Person): Promise<void> =>
  page.getByRole('dialog').getByRole('button', { name: 'Close' }).first().click();

/** Presses what a message's menu offers. */
const choose = async ({ page }: Person, message: Locator, entry: string | RegExp): Promise<void> => {
  await message.hover();
  await message.getByRole('button', { name: 'More options' }).click();
  await page.getByRole('menuitem', { name: entry }).click();
};

/** Has a message translated from its menu, again where the bot was too busy to answer in time. */
const translate = async (person: Person, message: Locator): Promise<void> => {
  const card = dialogOf(person).locator('.card');
  const trouble = dialogOf(person).getByRole('alert');
  do {
    if (await trouble.isVisible()) await close(person);
    await choose(person, message, /^Translate with Steward/);
    await card.or(trouble).first().waitFor();
  } while (await trouble.isVisible());
};

/** Presses Show until the translation is in the open dialog. */
const translated = async (person: Person): Promise<Locator> => {
  const dialog = dialogOf(person);
  const show = button(dialog, plain('translation.button.show'));
  const result = dialog
    .getByText(plain('translation.card.overline', { pages: 1 }), { exact: true })
    .or(dialog.getByText(plain('translation.card.alreadyOverline', { pages: 1 }), { exact: true }))
    .first();
  for (;;) {
    await result.or(show).first().waitFor();
    if (await result.isVisible()) return dialog;
    await show.click();
    await person.page.waitForTimeout(REPEAT_MS);
  }
};

/** A text in the person's own language comes as it is; then it is translated into another one. */
const translateInto = async (person: Person, language: string): Promise<Locator> => {
  const dialog = await translated(person);
  await button(dialog, plain('translation.button.another')).click();
  await dialog.getByLabel(plain('translation.form.to')).first().selectOption({ label: language });
  await button(dialog, plain('translation.form.submit')).click();
  return translated(person);
};

/** The number of messages in the open conversation. */
const countOf = ({ page }: Person): Promise<number> => page.getByRole('article').count();

it('a message translated from its menu is shown in both languages, to its reader only', async () => {
  const di = await at.be(people.di.name);
  await di.page.getByRole('button', { name: 'Do not mention Steward' }).click();
  await di.post(SAID);
  await bo.message(SAID).waitFor();
  const before = await countOf(bo);

  await translate(bo, bo.message(SAID));
  const dialog = await translated(bo);
  await dialog.getByText('German → English').waitFor();
  await dialog.getByText('The ledger is down. Please approve my request.').waitFor();
  await dialog.getByText(SAID).waitFor();
  await close(bo);
  expect([await countOf(bo), await countOf(di)]).toEqual([before, before]);
});

it('a translation uses the terms of the glossary', async () => {
  await bo.post('glossary add Hauptbuch = General Ledger in English');
  await bo.page.getByText('General Ledger').first().waitFor();
  const add = bo.message(plain('translation.glossary.add.title'));
  await button(add, plain('translation.glossary.add.submit')).click();
  await bo.page.getByText(/Added: Hauptbuch → General Ledger/).waitFor();

  const said = bo.page.getByRole('article').filter({ hasText: SAID }).last();
  await translate(bo, said);
  const dialog = await translated(bo);
  await dialog.getByText('General Ledger').first().waitFor();
  await close(bo);
});

it('the reason of a request is translated from its card, which does not change', async () => {
  await bo.post('request role reader on ledger for 3 days because The payouts are late again.');
  const card = bo.message('Reader on Ledger');
  await button(card, plain('access.form.ask')).click();
  await card.getByText('...', { exact: true }).click();
  await bo.page.getByRole('menuitem', { name: plain('translation.button.offer') }).click();
  const dialog = await translateInto(bo, 'German');
  await dialog.getByText('Die Auszahlungen sind wieder verspätet.').waitFor();
  await close(bo);
  await card.getByText('The payouts are late again.').waitFor();
});

it('an incident is translated from its card', async () => {
  await bo.open('Alerts');
  await bo.post('watch health on payments');
  await startIncident(bo);
  const alerts = bo.page.getByRole('article').filter({ has: bo.page.getByRole('button', { name: 'Acknowledge' }) });
  const card = alerts.filter({ hasText: 'lost connections' }).first();
  await card.waitFor(SOON);
  await card.getByText('...', { exact: true }).click();
  await bo.page.getByText(plain('translation.button.offer'), { exact: true }).last().click();
  const dialog = await translateInto(bo, 'German');
  await dialog.getByText('SQL Database und Container Instances: abgebrochene Verbindungen').waitFor();
  await close(bo);
});

it('a reply to a message in the personal chat translates the beginning of that message', async () => {
  await bo.open('Steward');
  await bo.write(SAID);
  await bo.message(SAID).waitFor();
  await bo.page.getByRole('article').last().getByText('Steward', { exact: true }).waitFor();
  await choose(bo, bo.message(SAID), 'Reply');
  await bo.page.getByRole('region', { name: 'What you reply to' }).getByText(SAID).waitFor();
  expect(await findViolations(bo.page)).toEqual([]);
  await bo.write('translate to French');
  await bo
    .message('translate to French')
    .getByRole('button', { name: `In reply to ${people.bo.name}` })
    .waitFor();
  await bo.page.getByText('Le grand livre est en panne.').first().waitFor();
  await bo.page.getByText(plain('translation.card.shortened.quote')).waitFor();
  expect(await findViolations(bo.page)).toEqual([]);
});
