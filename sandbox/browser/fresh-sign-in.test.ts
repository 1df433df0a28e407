import type { Page } from 'playwright-core';
import { plain } from '../../test/support/story.ts';
import { steward } from '../../test/support/story-steward.ts';
import { people } from '../world.ts';
import { button, type Person, useBrowserWith } from './person.ts';
import { openSignIn, signInThere } from './sign-in-window.ts';

/** Bo signs in in a window of the chat page, with the directory that the sandbox plays. */
const s = steward({ wideLimits: true });
const at = useBrowserWith(s);

const { bo, cy } = people;
const stripOf = ({ page }: Person) => page.locator('.strip');

/** Steward does not know people's accounts, so the directory asks which one it is. */
const pickAndSignIn = async (popUp: Page, name: string): Promise<void> => {
  await popUp.getByRole('button', { name }).click();
  await signInThere(popUp, name);
};

it('a role whose rule wants a fresh sign-in is granted after Bo’s own, not after a closed window or somebody else’s account', async () => {
  await s.replaceInPolicy(
    '    - name: payments roles\n',
    '    - name: payments roles\n      confirm: { sign-in: { context: c1 } }\n',
  );
  const { ref } = await s.requestRole('di', 'contributor on staging for 5 days because the payouts fail');
  const granted = () => s.listedRole('di', 'staging', 'contributor');
  const person = await at.beIn(bo.name, 'Approvals');
  await person.card(ref).getByText(plain('changes.why.signIn')).waitFor();
  const approve = button(person.card(ref), plain('changes.button.approve'));
  await approve.click();
  await stripOf(person).getByRole('button', { name: 'Sign in' }).waitFor();
  await (await openSignIn(person.page, stripOf(person))).close();
  await stripOf(person).getByText('The sign-in window was closed').waitFor();
  expect(await granted()).toHaveLength(0);

  await approve.click();
  await stripOf(person).getByText(plain('signin.request.text')).waitFor();
  const popUp = await openSignIn(person.page, stripOf(person));
  await pickAndSignIn(popUp, cy.name);
  await popUp.getByText(plain('signin.title.otherPerson')).waitFor();
  expect(await granted()).toHaveLength(0);
  await popUp.getByRole('link', { name: plain('signin.window.retry') }).click();
  await pickAndSignIn(popUp, bo.name);
  await person.card(ref).getByText('Eligible until').first().waitFor();
  expect(await granted()).toHaveLength(1);
});
