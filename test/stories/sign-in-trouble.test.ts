import { MINUTE } from '#platform/lib/clock.ts';
import { buttonsOf } from '../support/card-view.ts';
import { addressIn, approving, codeOn, createRequests, signInAt } from '../support/fresh-sign-in.ts';
import { submit } from '../support/own-views.ts';
import { createSignInBrowser } from '../support/sign-in-browser.ts';
import { channels, wordsOf } from '../support/steward.ts';
import { answerOf, plain } from '../support/story.ts';
import { steward } from '../support/story-steward.ts';

const s = steward({ wideLimits: true });

/** Payments' own roles want a sign-in from here on. */
const wantSignIn = (how = 'sign-in'): Promise<void> =>
  s.replaceInPolicy('    - name: payments roles\n', `    - name: payments roles\n      confirm: ${how}\n`);

const { waiting } = createRequests(s);

it('a sign-in with another account decides nothing, and their own still does', async () => {
  await wantSignIn();
  const asked = await waiting();
  const press = await approving(s, 'bo', await asked.card());
  const address = addressIn(await press());
  const wrong = await signInAt(address, 'cy');
  expect([wrong.title, codeOn(wrong)]).toEqual(['That was another account', undefined]);
  await s.cardOf(asked, 'Waiting');
  const right = await signInAt(address, 'bo');
  expect(answerOf(await press({ state: codeOn(right) ?? '' }))).toContain('being granted');
});

it('a sign-in counts for nobody else, for no other request, and once', async () => {
  await wantSignIn();
  const [one, two] = [await waiting(), await waiting()];
  const press = await approving(s, 'bo', await one.card());
  const state = codeOn(await signInAt(addressIn(await press()), 'bo')) ?? '';
  const byCy = await approving(s, 'cy', await one.card());
  expect(answerOf(await byCy({ state }))).toBe(plain('signin.refused.otherDecision'));
  const onTwo = await approving(s, 'bo', await two.card());
  expect(answerOf(await onTwo({ state }))).toBe(plain('signin.refused.otherDecision'));
  expect(answerOf(await press({ state }))).toContain('being granted');
  await s.cardOf(two, 'Waiting');
});

it('a code that nobody handed over is a wrong one', async () => {
  await wantSignIn();
  const asked = await waiting();
  const press = await approving(s, 'bo', await asked.card());
  await press();
  for (const state of ['123456', `${'x'.repeat(22)}.${'0'.repeat(64)}`])
    expect((await press({ state })).body).toEqual({
      statusCode: 401,
      type: 'application/vnd.microsoft.error.incorrectAuthCode',
      value: { code: '401', message: plain('signin.refused.wrongCode') },
    });
  await s.cardOf(asked, 'Waiting');
});

it('a cancelled sign-in says so, and the card still works', async () => {
  await wantSignIn();
  const asked = await waiting();
  const press = await approving(s, 'bo', await asked.card());
  const address = addressIn(await press());
  const browser = createSignInBrowser();
  await browser.open(address);
  const page = await browser.answer({ cancel: 'yes' });
  expect([page.title, codeOn(page)]).toEqual(['You did not sign in', undefined]);
  expect(page.html).toContain('data-failure="CancelledByUser"');
  const again = await signInAt(address, 'bo');
  expect(answerOf(await press({ state: codeOn(again) ?? '' }))).toContain('being granted');
});

it('a context that the directory does not give is not enough, and one that it gives is', async () => {
  await wantSignIn('{ sign-in: { context: c1, maxAge: 2 minutes } }');
  const asked = await waiting();
  const press = await approving(s, 'bo', await asked.card());
  const address = addressIn(await press());
  s.vendor.faults.set({ kind: 'acrs-missing' });
  expect((await signInAt(address, 'bo')).title).toBe('That sign-in is not strong enough');
  s.vendor.faults.clear();
  const page = await signInAt(address, 'bo');
  expect(answerOf(await press({ state: codeOn(page) ?? '' }))).toContain('being granted');
});

it('a sign-in that the directory took from an old session is not a new one', async () => {
  await wantSignIn();
  const asked = await waiting();
  const press = await approving(s, 'bo', await asked.card());
  s.vendor.faults.set({ kind: 'auth-time-old', ms: 30 * MINUTE });
  const page = await signInAt(addressIn(await press()), 'bo');
  expect([page.title, codeOn(page)]).toEqual(['That sign-in was not a new one', undefined]);
  await s.cardOf(asked, 'Waiting');
});

it('a window that stays open too long says that it has expired, and so does its code', async () => {
  await wantSignIn();
  const asked = await waiting();
  const press = await approving(s, 'bo', await asked.card());
  const address = addressIn(await press());
  const state = codeOn(await signInAt(address, 'bo')) ?? '';
  s.clock.advance(10 * MINUTE);
  expect((await signInAt(address, 'bo')).title).toBe('This sign-in has expired');
  expect(answerOf(await press({ state }))).toBe(plain('signin.refused.over'));
  const next = await press();
  const page = await signInAt(addressIn(next), 'bo');
  expect(answerOf(await press({ state: codeOn(page) ?? '' }))).toContain('being granted');
});

it('a restart in the middle loses nothing', async () => {
  await wantSignIn();
  const asked = await waiting();
  const press = await approving(s, 'bo', await asked.card());
  const address = addressIn(await press());
  const { port } = new URL(s.url);
  await s.restart();
  // The bot of a story gets another port each time; its own address stays in production.
  const moved = address.replace(`:${port}/`, `:${new URL(s.url).port}/`);
  const page = await signInAt(moved, 'bo');
  await s.restart();
  expect(answerOf(await press({ state: codeOn(page) ?? '' }))).toContain('being granted');
});

it('a directory that does not answer decides nothing, and the same window works later', async () => {
  await wantSignIn();
  const asked = await waiting();
  const press = await approving(s, 'bo', await asked.card());
  const address = addressIn(await press());
  s.vendor.faults.set({ kind: 'reset-after', operation: 'token', count: 1 });
  expect((await signInAt(address, 'bo')).title).toBe('The directory does not answer');
  const page = await signInAt(address, 'bo');
  expect(answerOf(await press({ state: codeOn(page) ?? '' }))).toContain('being granted');
});

it('the policy that wants a stronger sign-in while somebody signs in gets it', async () => {
  await wantSignIn();
  const asked = await waiting();
  const press = await approving(s, 'bo', await asked.card());
  const state = codeOn(await signInAt(addressIn(await press()), 'bo')) ?? '';
  await s.replaceInPolicy('confirm: sign-in', 'confirm: { sign-in: { context: c2 } }');
  expect(answerOf(await press({ state }))).toBe(plain('signin.refused.tooWeak'));
  await s.cardOf(asked, 'Waiting');
});

it('several requests are approved without those that want a sign-in, which their lines say', async () => {
  await s.replaceInPolicy(
    '    - name: payments roles\n',
    '    - name: readers sign in\n      change: access.grant\n      when: { role: [reader] }\n      ask: [payments, platform]\n      decide: [platform, security]\n      card: approvals\n      confirm: sign-in\n    - name: payments roles\n',
  );
  const form = await s.ask('di', 'request roles reader, contributor on payments for 2 days because of both');
  await s.press('di', form, 'form.submit');
  const card = await s.until('the card of both', async () =>
    (await s.teams.messages(channels.approvals)).findLast((one) => wordsOf(one).includes('2 waiting')),
  );
  const seen = await s.lookAt('bo', card);
  expect(wordsOf(seen)).toContain('approving asks you to sign in: open it');
  const button = buttonsOf(seen).find(({ verb }) => verb === 'batch.approve');
  expect(button?.data['lines']).toMatch(/^R-\w+\.1$/);
  await s.press('bo', card, 'batch.approve');
  await s.until('one of two', async () => {
    const now = (await s.teams.messages(channels.approvals)).find(({ id }) => id === card.id);
    return now && /1 waiting/.test(wordsOf(now));
  });
});

it('an older client says where to press', async () => {
  await wantSignIn();
  const asked = await waiting();
  const seen = await s.lookAt('bo', await asked.card());
  await submit(s, 'bo', seen, 'Approve');
  await s.until('the answer', async () =>
    (await s.teams.messages(channels.approvals, 'bo')).find((one) =>
      wordsOf(one).includes(plain('signin.request.elsewhere')),
    ),
  );
  await asked.card();
});
