import { until } from '../../test/support/until.ts';
import { people } from '../world.ts';
import { type Person, useBrowser } from './person.ts';

const ALERTS = '19:alerts-payments@thread.tacv2';

const at = useBrowser();

const as = ({ page }: Person, name: string) => page.getByRole('radio', { name }).check();
const panel = ({ page }: Person, name: string) =>
  page.getByRole('navigation', { name: 'App bar' }).getByRole('button', { name }).click();

it('each person has their last conversation and their unsent text again, also after a reload', async () => {
  const reader = await at.be(people.ana.name);
  const { page } = reader;
  const box = page.getByRole('textbox', { name: 'New post' });
  await reader.open('Finance');
  await box.fill('half a sentence');

  await as(reader, people.bo.name);
  await page.getByRole('main', { name: 'General' }).waitFor();
  await reader.open('Alerts');

  await page.reload();
  await page.getByRole('main', { name: 'Alerts' }).waitFor();
  expect(await box.inputValue()).toBe('');
  await as(reader, people.ana.name);
  await page.getByRole('main', { name: 'Finance' }).waitFor();
  expect(await box.inputValue()).toBe('half a sentence');
});

it('each person has their scroll position again, also after a reload', async () => {
  const reader = await at.be(people.cy.name);
  const { page } = reader;
  const lines = Array.from({ length: 12 }, (_, line) => `line ${line}`).join('\n');
  for (let post = 1; post <= 8; post += 1) {
    const data = { as: 'cy', conversation: ALERTS, text: `post ${post}\n${lines}`, mentionsBot: false };
    await page.request.post(new URL('api/messages', at.steward.teamsUrl).href, { data });
  }
  await reader.open('Alerts');
  const third = page.getByRole('article').filter({ hasText: 'post 3' });
  const top = async () => Math.round((await third.boundingBox())?.y ?? Number.NaN);
  await page.getByRole('article').filter({ hasText: 'post 8' }).waitFor();
  await page.getByRole('region', { name: 'Messages in Alerts' }).hover();
  await third.evaluate(toTop);
  await until('the position is stored', () => page.evaluate<boolean>(`'steward.scroll.cy ${ALERTS}' in localStorage`));
  const before = await top();

  await as(reader, people.di.name);
  await page.getByRole('radio', { name: people.di.name, checked: true }).waitFor();
  await as(reader, people.cy.name);
  await third.waitFor();
  expect(Math.abs((await top()) - before)).toBeLessThan(3);
  await page.reload();
  await third.waitFor();
  expect(Math.abs((await top()) - before)).toBeLessThan(3);
});

it.each([
  ['goes out', true, 'the second'],
  ['does not go out', false, 'the first\nthe second'],
])('text typed while a message is on its way stays in the box when the message %s', async (_how, goesOut, left) => {
  const reader = await at.be(people.ana.name);
  const { page } = reader;
  await reader.open('General');
  const box = page.getByRole('textbox', { name: 'New post' });
  const arrived = Promise.withResolvers<void>();
  await page.route('**/api/messages', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    await arrived.promise;
    await (goesOut ? route.continue() : route.abort());
  });
  await reader.post('the first');
  await box.fill('the second');
  arrived.resolve();
  await page.locator('.send:enabled').waitFor();
  expect(await box.inputValue()).toBe(left);
});

it('a person is mentioned with the keyboard alone', async () => {
  const reader = await at.be(people.ana.name);
  const box = reader.page.getByRole('textbox', { name: 'New post' });
  await box.pressSequentially('ask @b');
  await box.press('Enter');
  expect(await box.inputValue()).toBe(`ask @${people.bo.name} `);
  await box.press('Enter');
  await reader.message(`ask ${people.bo.name}`).waitFor();
});

it('a mention in another conversation is shown as a toast and counted in the title, and a click on the toast opens it', async () => {
  const [reader, writer] = [await at.be(people.bo.name), await at.be(people.cy.name)];
  await reader.open('Alerts');
  await writer.open('Finance');
  await writer.post(`@${people.bo.name} The books are closed`);
  await reader.page.getByRole('status').getByText('The books are closed').click();
  await reader.page.getByRole('main', { name: 'Finance' }).waitFor();
  await reader.message('The books are closed').waitFor();
  await writer.open('General');
  await writer.post('Lunch');
  await until('a count in the title', async () => /^\(\d+\) Finance/.test(await reader.page.title()));
});

it('the inspector, filtered by text, shows the activity to the bot as JSON', async () => {
  const reader = await at.be(people.ana.name);
  await panel(reader, 'Inspector');
  await reader.post('whoami');
  const inspector = reader.page.getByRole('complementary', { name: 'Inspector' });
  await inspector.getByRole('searchbox').fill('whoami');
  await inspector
    .getByRole('button', { name: `message · ${people.ana.name}` })
    .first()
    .click();
  await inspector.getByRole('region', { name: 'Request as JSON' }).getByText('whoami').first().waitFor();
});

it('a fault is described before its start, listed as active, and gone after the bot met it', async () => {
  const reader = await at.be(people.ana.name);
  await panel(reader, 'Faults');
  const faults = reader.page.getByRole('complementary', { name: 'Faults of Teams' });
  const form = faults.getByRole('form', { name: 'When the bot calls Teams' });
  await form.getByLabel('For').selectOption({ label: 'posts' });
  await form.getByLabel('How often').fill('1');
  await form.getByLabel('Retry-After').fill('1');
  const said = 'The next post of the bot is refused with 429 and Retry-After 1 s.';
  await form.getByText(said).waitFor();
  await form.getByRole('button', { name: 'Start' }).click();
  const active = faults.getByRole('listitem');
  await active.getByText('The next post of the bot is refused').waitFor();
  await reader.post('help');
  await faults.getByText('everything works').waitFor();
  await reader.message('request role').waitFor();
});

it('where the app is removed, a notice above the box says so and installs it again', async () => {
  const reader = await at.be(people.di.name);
  const { page } = reader;
  await reader.open('Steward');
  await panel(reader, 'Settings');
  await page.getByRole('switch', { name: 'Installed in your own chat' }).uncheck();
  const notice = page.getByText('is not installed in your chat');
  await notice.waitFor();
  await page.getByRole('button', { name: 'Install', exact: true }).click();
  await notice.waitFor({ state: 'detached' });
  expect(await page.getByRole('switch', { name: 'Installed in your own chat' }).isChecked()).toBe(true);
});

it('F6 goes through the regions of the page, Alt+Down to the next conversation, Ctrl+/ to the help', async () => {
  const { page } = await at.be(people.fi.name);
  const region = () => page.evaluate(`document.activeElement?.closest('[data-region]')?.className`);
  const visited: unknown[] = [];
  for (let turn = 0; turn < 4; turn += 1) {
    await page.keyboard.press('F6');
    visited.push(await region());
  }
  expect(new Set(visited)).toEqual(new Set(['app-bar', 'rail', 'pane-list', 'composer']));
  await page.keyboard.press('Alt+ArrowDown');
  await page.getByRole('main', { name: 'Approvals' }).waitFor();
  await page.keyboard.press('Control+/');
  await page.getByRole('complementary', { name: 'Help' }).waitFor();
});

/** This runs in the page. */
const toTop = (element: { scrollIntoView(how: object): void }): void => element.scrollIntoView({ block: 'start' });
