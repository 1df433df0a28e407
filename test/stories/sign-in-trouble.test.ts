import { buttonsOf } from '../support/card-view.ts';
import { approving, createRequests } from '../support/fresh-sign-in.ts';
import { submit } from '../support/own-views.ts';
import { channels, wordsOf } from '../support/steward.ts';
import { plain } from '../support/story.ts';
import { steward } from '../support/story-steward.ts';

const s = steward({ wideLimits: true });

/** Payments' own roles want a sign-in from here on. */
const wantSignIn = (how = 'sign-in'): Promise<void> =>
  s.replaceInPolicy('    - name: payments roles\n', `    - name: payments roles\n      confirm: ${how}\n`);

const { waiting } = createRequests(s);

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
