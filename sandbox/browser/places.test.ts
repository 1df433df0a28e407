import { plain } from '../../test/support/story.ts';
import { people } from '../world.ts';
import { useBrowser } from './person.ts';

const at = useBrowser();

it('in a chat between two people an employee has a message translated, though Steward is not there', async () => {
  const ana = await at.beIn(people.ana.name, 'Gwen Hale');
  await ana.write('Das Hauptbuch ist ausgefallen.');

  const gwen = await at.beIn('Gwen Hale', 'Ana Rossi');
  await gwen.page.getByText('Steward is not installed here').waitFor();
  const message = gwen.message('Das Hauptbuch');
  await message.hover();
  await message.getByRole('button', { name: 'More options' }).click();
  await gwen.page.getByRole('menuitem', { name: /^Translate with Steward/ }).click();
  await gwen.page.getByRole('dialog').getByText('The ledger is down.').waitFor();
});

it('the list of other places stays open or closed as it was left, and shows its unread messages when it is closed', async () => {
  const ana = await at.be(people.ana.name);
  const heading = ana.page.getByText('Other channels and chats');
  const lunch = ana.page.getByRole('link', { name: 'Lunch' });
  await heading.click();
  await ana.open('Lunch');
  await ana.open('Steward');
  expect(await lunch.isVisible()).toBe(true);
  await heading.click();
  expect(await lunch.isVisible()).toBe(false);

  // Beside the greetings in Acquirers and in Payouts on call.
  const gwen = await at.be('Gwen Hale');
  for (const place of ['Lunch', 'Ana Rossi']) {
    await gwen.open(place);
    await gwen.write('Are you coming?');
  }
  await ana.page
    .locator('summary')
    .filter({ hasText: /4 unread/ })
    .waitFor();
  expect(await lunch.isVisible()).toBe(false);
});

it('in a shared channel a person of another organisation is told that Steward is not for them', async () => {
  const noor = await at.be('Noor Haddad');
  await noor.page.getByRole('main', { name: 'Acquirers' }).waitFor();
  expect(await noor.page.getByRole('link', { name: 'General' }).count()).toBe(0);
  await noor.post('help');
  await noor.message(plain('bot.refused.otherTenant')).waitFor();
});
