import { decodeJwt } from 'jose';
import { DAY, HOUR, SECOND } from '../../../../src/platform/lib/clock.ts';
import { numberOn, type Page, type SignInBrowser } from '../../../../test/support/sign-in-browser.ts';
import { everybody, people } from '../../../world.ts';
import { useSandbox } from '../support.ts';
import { asking, type Change, createBrowser, open, REDIRECT, redeem, signIn } from './program.ts';

const running = useSandbox();
let browser: SignInBrowser;
beforeEach(async () => {
  browser = createBrowser();
});

const opened = (change: Change = {}): Promise<Page> => open(browser, running, change);
const claimsOf = async (page: Page): Promise<Record<string, unknown>> =>
  decodeJwt((await redeem(running, page.location?.values['code'])).body.id_token);

test('the first page offers everybody who has an account in the tenant, and nobody else', async () => {
  const { title, html } = await opened();
  expect(title).toBe('Pick an account');
  const names = Object.values(everybody).map(({ name }) => name);
  expect(names.filter((name) => !html.includes(name))).toEqual(['Noor Haddad']);
});

test('the first page asks for the password where the program names the account', async () => {
  const { title, html } = await opened({ login_hint: people.cy.email.toUpperCase() });
  expect([title, html.includes(people.cy.email)]).toEqual(['Enter password', true]);
});

test('the first page offers all accounts where the program names one that does not exist', async () => {
  expect((await opened({ login_hint: 'nobody@northwind.example' })).title).toBe('Pick an account');
});

test('the first page runs no script, stands in no frame and cuts no tie to the window that opened it', async () => {
  const { headers } = await opened();
  const policy = headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toMatch(/unsafe|script-src/);
  expect([headers.get('cache-control'), headers.get('cross-origin-opener-policy')]).toEqual(['no-store', null]);
  expect(headers.get('x-frame-options')).toBe('DENY');
});

test('the first page repeats nothing from the address unescaped', async () => {
  const { html } = await opened({ client_id: '"><script>alert(1)</script>' });
  expect(html).not.toContain('<script');
  expect(html).toContain('&lt;script&gt;');
});

test('an account can be named, in any case', async () => {
  await opened();
  expect((await browser.answer({ other: 'yes' })).title).toBe('Sign in');
  expect((await browser.answer({ account: people.ana.email.toUpperCase() })).title).toBe('Enter password');
});

test.each(['mallory@northwind.example', everybody.noor.email, ''])(
  'an account named “%s” is unknown',
  async (account) => {
    await opened();
    await browser.answer({ other: 'yes' });
    const page = await browser.answer({ account });
    expect([page.title, page.html.includes('couldn’t find an account')]).toEqual(['Sign in', true]);
  },
);

test('an account can be another than the one that the program named', async () => {
  await opened({ login_hint: people.cy.email });
  expect((await browser.answer({ choose: 'yes' })).title).toBe('Pick an account');
  await browser.answer({ account: people.ana.objectId });
  expect((await claimsOf(await browser.answer({ password: 'x' })))['oid']).toBe(people.ana.objectId);
});

test('an account needs a password, whatever it is', async () => {
  await opened({ login_hint: 'bo' });
  const page = await browser.answer({ password: '' });
  expect([page.title, page.html.includes('Please enter your password')]).toEqual(['Enter password', true]);
  expect((await browser.answer({ password: 'x' })).location?.address).toBe(REDIRECT);
});

const atPhone = async (): Promise<Page> => {
  await opened({ login_hint: 'ana', claims: asking('c1') });
  return browser.answer({ password: 'x' });
};

test('the second factor is asked for where the program wants a context with one, and not else', async () => {
  expect((await atPhone()).title).toBe('Approve sign in request');
  await opened({ login_hint: 'ana' });
  expect((await browser.answer({ password: 'x' })).location?.address).toBe(REDIRECT);
});

test('the second factor is the number on the page, and only that one', async () => {
  const page = await atPhone();
  const wrong = await browser.answer({ number: String(109 - Number(numberOn(page))) });
  expect([wrong.title, wrong.html.includes('not the number shown')]).toEqual(['Approve sign in request', true]);
  expect(await claimsOf(await browser.answer({ number: numberOn(wrong) }))).toMatchObject({ acrs: ['c1'] });
});

test('the second factor can be denied, and then sent once more', async () => {
  await atPhone();
  expect((await browser.answer({ deny: 'yes' })).title).toBe('Request denied');
  expect((await browser.answer({ next: 'yes' })).title).toBe('Approve sign in request');
});

test('a context that a policy keeps the person from ends on the page, without a redirect', async () => {
  await opened({ login_hint: 'ana', claims: asking('c2') });
  const page = await browser.answer({ password: 'x' });
  expect([page.title, page.location, page.html.includes('53003')]).toEqual([
    'You cannot access this right now',
    undefined,
    true,
  ]);
  expect((await browser.answer({ next: 'yes' })).title).toBe('You cannot access this right now');
  expect((await browser.answer({ choose: 'yes' })).title).toBe('Pick an account');
});

test('a context with the same policy is given to whoever passes it', async () => {
  const { body } = await redeem(running, (await signIn(running, 'cy', { claims: asking('c2') }))['code']);
  expect(decodeJwt(body.id_token)['acrs']).toEqual(['c2']);
});

test('a context without a policy is given to everybody', async () => {
  await opened({ login_hint: 'ana', claims: asking('c99') });
  expect(await claimsOf(await browser.answer({ password: 'x' }))).toMatchObject({ acrs: ['c99'] });
});

test.each([
  ['the first page', [{ cancel: 'yes' }]],
  ['the password', [{ account: 'ana' }, { cancel: 'yes' }]],
  ['the second factor', [{ account: 'ana' }, { password: 'x' }, { cancel: 'yes' }]],
])('cancel at %s leads back with access_denied', async (_where, answers) => {
  let page = await opened({ claims: asking('c1') });
  for (const answer of answers as Record<string, string>[]) page = await browser.answer(answer);
  expect(page.location).toMatchObject({
    address: REDIRECT,
    values: { error: 'access_denied', error_subcode: 'cancel', state: 'a&b "c" <d>' },
  });
});

describe('a browser that signed in before', () => {
  const again = { prompt: undefined };
  beforeEach(async () => {
    await signIn(running, 'ana', {}, browser);
    running.time.advance(HOUR);
  });

  test('is not asked again without prompt=login, and its token tells of the first time', async () => {
    const claims = await claimsOf(await opened(again));
    expect(claims).toMatchObject({ oid: people.ana.objectId });
    expect(claims['auth_time']).toBe(running.time.now() / SECOND - HOUR / SECOND);
  });

  test('is asked again with prompt=login, and its token tells of the second time', async () => {
    expect((await opened({ login_hint: 'ana' })).title).toBe('Enter password');
    expect((await claimsOf(await browser.answer({ password: 'x' })))['auth_time']).toBe(running.time.now() / SECOND);
  });

  test('is asked for the second factor only, where the context wants one', async () => {
    const page = await opened({ ...again, claims: asking('c1') });
    expect(page.title).toBe('Approve sign in request');
    const claims = await claimsOf(await browser.answer({ number: numberOn(page) }));
    expect(claims['auth_time']).toBe(running.time.now() / SECOND);
  });

  test('is asked for the password of another account', async () => {
    expect((await opened({ ...again, login_hint: 'bo' })).title).toBe('Enter password');
  });

  test('shows the account with prompt=select_account', async () => {
    const { title, html } = await opened({ prompt: 'select_account' });
    expect([title, html.match(/Signed in/g)?.length]).toEqual(['Pick an account', 1]);
  });

  test('answers prompt=none at once, and with an error where a factor is missing', async () => {
    expect((await opened({ prompt: 'none' })).location?.values['code']).toEqual(expect.any(String));
    const refused = await opened({ prompt: 'none', claims: asking('c1') });
    expect(refused.location?.values['error']).toBe('interaction_required');
  });

  test('is forgotten after a day', async () => {
    running.time.advance(DAY);
    expect((await opened(again)).title).toBe('Pick an account');
  });
});

test.each([
  ['of another page', { origin: 'http://elsewhere.example' }, 403],
  ['of another program on this machine', { origin: 'http://127.0.0.1:1' }, 403],
  ['of a page without a name', { origin: 'null' }, 403],
  ['that is no form', { 'content-type': 'application/json' }, 415],
])('an answer to a page %s is refused', async (_what, headers, status) => {
  await opened();
  expect((await browser.answer({ account: 'ana' }, headers)).status).toBe(status);
});

test('an answer to a page without its state, or with that of something else, leads nowhere', async () => {
  const code = (await signIn(running, 'bo'))['code'];
  const { body } = await redeem(running, code);
  for (const ctx of ['', 'x', body.id_token]) {
    await opened();
    const page = await browser.answer({ ctx, account: 'ana' });
    expect([page.status, page.location, page.html.includes('AADSTS90023')]).toEqual([400, undefined, true]);
  }
});

test('an answer to a page after an hour is too late', async () => {
  await opened();
  running.time.advance(HOUR);
  expect((await browser.answer({ account: 'ana' })).status).toBe(400);
});
