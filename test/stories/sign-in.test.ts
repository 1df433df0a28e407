import { MINUTE } from '#platform/lib/clock.ts';
import {
  addressIn,
  approving,
  codeOn,
  createRequests,
  exchanged,
  loginOf,
  signInAt,
} from '../support/fresh-sign-in.ts';
import { respellings } from '../support/respellings.ts';
import { answerOf, plain, shown } from '../support/story.ts';
import { steward } from '../support/story-steward.ts';

const s = steward({ wideLimits: true });

/** Payments' own roles want a sign-in from here on. */
const wantSignIn = (how = 'sign-in'): Promise<void> =>
  s.replaceInPolicy('    - name: payments roles\n', `    - name: payments roles\n      confirm: ${how}\n`);

const { waiting } = createRequests(s);

it('a rule without confirm asks nobody to sign in', async () => {
  const asked = await waiting();
  expect(await s.pressApprove('bo', asked)).toContain('being granted');
});

it('an approval that wants a sign-in counts after it, and the record says when its person signed in', async () => {
  await wantSignIn();
  const asked = await waiting();
  const press = await approving(s, 'bo', await asked.card());
  const first = await press();
  expect(loginOf(first)).toEqual({
    text: plain('signin.request.text'),
    connectionName: 'steward',
    tokenExchangeResource: { id: expect.any(String), uri: expect.stringContaining('api://') },
    buttons: [{ type: 'signin', title: 'Sign in', text: 'Sign in', value: expect.stringContaining(s.url) }],
  });
  const before = s.sentRequests().length;
  const page = await signInAt(addressIn(first), 'bo');
  expect(page.title).toBe('You are signed in');
  // The sign-in alone decides nothing.
  await s.cardOf(asked, 'Waiting');
  expect(s.sentRequests()).toHaveLength(before);
  expect(answerOf(await press({ state: codeOn(page) ?? '' }))).toContain('being granted');
  await s.cardOf(asked, 'Eligible until');
  const details = await s.inStore((db) =>
    db.selectFrom('audit').select('detail_json').where('event', '=', 'approved').orderBy('seq', 'desc').execute(),
  );
  expect(JSON.parse(details[0]?.detail_json ?? '{}').signIn).toMatchObject({
    way: 'code',
    signedInAt: expect.stringMatching(/Z$/),
  });
});

it('a decider’s card says before the press that approving asks for a sign-in', async () => {
  await wantSignIn();
  const asked = await waiting();
  const seen = await s.lookAt('bo', await asked.card());
  expect(JSON.stringify(seen.cards)).toContain(shown('changes.why.signIn'));
  const others = await s.lookAt('ana', await asked.card());
  expect(JSON.stringify(others.cards)).not.toContain(shown('changes.why.signIn'));
});

it('a denial needs no sign-in', async () => {
  await wantSignIn();
  const asked = await waiting();
  expect(await s.pressDeny('bo', asked, 'not now')).toContain('Denied');
});

it('whoever may not decide is not asked to sign in', async () => {
  await wantSignIn();
  const asked = await waiting();
  const press = await s.pressUnoffered('ana', await asked.card(), 'change.approve');
  expect(press.body?.type).toBe('application/vnd.microsoft.activity.message');
});

it('where Teams has a sign-in of the last minutes, nobody sees a window', async () => {
  await wantSignIn();
  const asked = await waiting();
  const press = await approving(s, 'bo', await asked.card());
  const authentication = await exchanged(s, 'bo', await press(), s.clock.now() - 2 * MINUTE);
  expect(answerOf(await press({ authentication }))).toContain('being granted');
});

it('a token of Teams counts for one decision, however it is spelled', async () => {
  await wantSignIn();
  const [one, two] = [await waiting(), await waiting()];
  const answers = [];
  let token = '';
  for (const asked of [one, two]) {
    const press = await approving(s, 'bo', await asked.card());
    const authentication = await exchanged(s, 'bo', await press(), s.clock.now());
    token ||= authentication.token;
    answers.push(await press({ authentication: { ...authentication, token } }));
  }
  expect(answers.map(({ body }) => body?.statusCode)).toEqual([200, 412]);
  expect(answers[1]?.body?.value).toMatchObject({ message: plain('signin.refused.tokenUsed') });
  const press = await approving(s, 'bo', await two.card());
  const authentication = await exchanged(s, 'bo', await press(), s.clock.now());
  for (const other of respellings(token).slice(0, 3))
    expect((await press({ authentication: { ...authentication, token: other } })).body?.statusCode).toBe(412);
  await s.cardOf(two, 'Waiting');
});

it('a press that comes twice asks for one sign-in', async () => {
  await wantSignIn();
  const asked = await waiting();
  const press = await approving(s, 'bo', await asked.card());
  expect(addressIn(await press())).toBe(addressIn(await press()));
});

it('a typed approval says where to press', async () => {
  await wantSignIn();
  const asked = await waiting();
  expect(await s.reply('bo', `approve ${asked.ref}`)).toContain(plain('signin.request.elsewhere'));
  await s.cardOf(asked, 'Waiting');
});
