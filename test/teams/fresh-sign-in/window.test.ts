import { proveEvents } from '#platform/audit/entries.ts';
import { auditMigrations } from '#platform/audit/tables.ts';
import { MINUTE } from '#platform/lib/clock.ts';
import { createLogger } from '#platform/lib/logger.ts';
import { Secret } from '#platform/lib/secret.ts';
import { type Database, openDatabase } from '#platform/storage/database.ts';
import type { Confirmed } from '#teams/fresh-sign-in/confirmation.ts';
import { signInMigrations } from '#teams/fresh-sign-in/tables.ts';
import { testKey } from '../../support/audit.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import type { PeopleDirectory } from '../../support/people-directory.ts';
import { codeIn, createBrowser, PUBLIC, signInsAt, startDirectory, titleOf } from './signing.ts';

const PERSON = 'cccc0000-0000-4000-8000-00000000000c';
const OTHER = 'dddd0000-0000-4000-8000-00000000000d';
const wanted = {
  ...{ person: PERSON, change: 'change-1', termsVersion: 1, context: 'c1', maxAge: 5 * MINUTE, withToken: false },
};

const clock = createManualClock(Date.now());
const lines: string[] = [];
const refusals: unknown[] = [];
let directory: PeopleDirectory;
let database: Database;
let running: ReturnType<typeof signInsAt>;

beforeEach(async () => {
  lines.length = 0;
  refusals.length = 0;
  directory = await startDirectory(clock);
  database = await openDatabase('sqlite::memory:', { ...auditMigrations, ...signInMigrations });
  running = signInsAt(directory, {
    ...{ database, clock },
    log: createLogger('debug', { write: (line) => lines.push(line) }),
    jobs: { define: () => {}, schedule: async () => {} },
    audit: {
      ...{ seal: testKey.mac, refused: async (refused) => void refusals.push(refused) },
      proven: (db, target) => proveEvents(db, testKey, target),
    },
  });
  directory.signsIn({ objectId: PERSON });
});
afterEach(async () => {
  await running.end();
  await database.close();
  await directory.close();
});

const confirm = async (code?: string, of = wanted): Promise<Confirmed> => {
  const prepared = await running.signIns.prepare(code === undefined ? undefined : { is: 'code', code });
  return database.transaction((trx) => prepared(trx, of, clock.now()));
};
/** The address of a new login request. */
const asked = async (): Promise<string> => {
  const answer = await confirm();
  return answer.is === 'asked' ? answer.request.address : '';
};
const browser = () => createBrowser(running.signIns);

it('start sends the browser to the directory with a cookie that only it has', async () => {
  const address = await asked();
  const { status, headers } = await browser().open(address);
  const cookie = headers['set-cookie'] ?? '';
  expect(status).toBe(302);
  expect(headers['location']).toMatch(directory.tokenUrl.replace('/token', '/authorize?'));
  expect(cookie).toMatch(
    /^steward-sign-in-[\w-]{22}=[\w-]{22}; Max-Age=600; Path=\/sign-in; HttpOnly; SameSite=Lax; Secure$/,
  );
  expect(headers['referrer-policy']).toBe('no-referrer');
});

it('a sign-in in one browser ends with a code that confirms the decision once', async () => {
  const code = codeIn(await browser().signIn(await asked()));
  expect(await confirm(code)).toMatchObject({ is: 'confirmed', signIn: { way: 'code', context: 'c1' } });
  expect(await confirm(code)).toMatchObject({ is: 'refused', fault: 'used' });
});

it('a rolled back transaction leaves the sign-in as it was', async () => {
  const code = codeIn(await browser().signIn(await asked())) ?? '';
  const prepared = await running.signIns.prepare({ is: 'code', code });
  const undone = database.transaction(async (trx) => {
    await prepared(trx, wanted, clock.now());
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  expect(await confirm(code)).toMatchObject({ is: 'confirmed' });
});

it('an answer of the directory in another browser ends there', async () => {
  const begun = await browser().begin(await asked());
  const page = await browser().open('back' in begun ? begun.back : '');
  expect([page.status, titleOf(page), codeIn(page)]).toEqual([403, 'This sign-in began in another browser', undefined]);
});

it('each opening of the window has a cookie, state, nonce and verifier of its own, and ends only in its browser', async () => {
  const address = await asked();
  const [one, two] = [browser(), browser()];
  const openings = [await one.open(address), await two.open(address)];
  const of = (name: string) => openings.map(({ headers }) => new URL(headers['location'] ?? '').searchParams.get(name));
  const cookies = openings.map(({ headers }) => headers['set-cookie']);
  for (const pair of [cookies, of('state'), of('nonce'), of('code_challenge')]) expect(new Set(pair).size).toBe(2);
  const begun = await one.begin(address);
  const back = 'back' in begun ? begun.back : '';
  expect(titleOf(await two.open(back))).toBe('There is no such sign-in');
  expect(codeIn(await one.open(back))).toBeDefined();
});

it.each([
  [1, 10],
  [8, 60],
])(
  'made-up codes for %d sign-ins cost the directory no more than %d requests, and a wrong state costs none',
  async (count, most) => {
    const before = directory.requests.length;
    for (let n = 0; n < count; n += 1) {
      const own = browser();
      const answer = await confirm(undefined, { ...wanted, change: `change-${n}` });
      const { headers } = await own.open(answer.is === 'asked' ? answer.request.address : '');
      const state = new URL(headers['location'] ?? '').searchParams.get('state') ?? '';
      for (let tries = 0; tries < 20; tries += 1)
        for (const one of [state, `${state.slice(0, -4)}0000`])
          await own.open(`${PUBLIC}/sign-in/callback?state=${one}&code=made-up-${tries}`);
    }
    expect(directory.requests.slice(before).filter((path) => path.includes('token'))).toHaveLength(most);
  },
);

it('a state that nobody made leads nowhere', async () => {
  const own = browser();
  const begun = await own.begin(await asked());
  const back = new URL('back' in begun ? begun.back : '');
  const state = back.searchParams.get('state') ?? '';
  for (const forged of ['', 'x', `${state.slice(0, -1)}0`, state.replace(/^./, 'x'), `${state}0`]) {
    if (forged === state) continue;
    back.searchParams.set('state', forged);
    expect(titleOf(await own.open(back.href))).toBe('There is no such sign-in');
  }
});

it('another person decides nothing, and is recorded', async () => {
  directory.signsIn({ objectId: OTHER });
  const page = await browser().signIn(await asked());
  expect([titleOf(page), codeIn(page)]).toEqual(['That was another account', undefined]);
  expect(page.text).toContain('Sign in again');
  expect(refusals).toEqual([expect.objectContaining({ target: 'change-1', actor: OTHER })]);
});

it('a code is handed over once: the same answer, or another browser with the same address, gets none', async () => {
  const own = browser();
  const address = await asked();
  const begun = await own.begin(address);
  const elsewhere = await browser().begin(address);
  const back = 'back' in begun ? begun.back : '';
  expect(codeIn(await own.open(back))).toBeDefined();
  const later = [
    await own.open(back),
    await browser().open(address),
    'back' in elsewhere ? await own.open(elsewhere.back) : undefined,
  ];
  const already = 'You have signed in already';
  const titles = [already, already, 'There is no such sign-in'];
  expect(later.map((page) => page && [titleOf(page), codeIn(page)])).toEqual(titles.map((title) => [title, undefined]));
  expect(directory.requests.filter((path) => path.endsWith('/token'))).toHaveLength(1);
});

it('after the decision the same answer says that it was used', async () => {
  const own = browser();
  const begun = await own.begin(await asked());
  const back = 'back' in begun ? begun.back : '';
  await confirm(codeIn(await own.open(back)));
  const page = await own.open(back);
  expect([titleOf(page), codeIn(page)]).toEqual(['This sign-in was used already', undefined]);
});

it.each([
  ['access_denied', 'the user canceled', 'You did not sign in'],
  ['server_error', '', 'The directory does not answer'],
  ['temporarily_unavailable', '', 'The directory does not answer'],
  ['invalid_request', 'AADSTS50011: The redirect URI …', 'The directory refused the sign-in'],
])('the directory’s %s ends with a page that says what to do', async (error, description, title) => {
  directory.refuses(error, description);
  const page = await browser().signIn(await asked());
  expect([titleOf(page), codeIn(page)]).toEqual([title, undefined]);
  expect(page.text).toContain('data-failure=');
});

it('a refusal names the directory’s number, for administrators', async () => {
  directory.refuses('invalid_request', 'AADSTS50011: <b>no</b>');
  const page = await browser().signIn(await asked());
  expect(page.text).toContain('AADSTS50011');
  expect(page.text).not.toContain('<b>');
});

it.each<[string, Parameters<PeopleDirectory['signsIn']>[0], string]>([
  ['without the context', { objectId: PERSON, meets: false }, 'That sign-in is not strong enough'],
  ['with another context', { objectId: PERSON, meets: false, contexts: ['c2'] }, 'That sign-in is not strong enough'],
  ['of an old session', { objectId: PERSON, authTime: 1_000_000 }, 'That sign-in was not a new one'],
  ['that does not say when', { objectId: PERSON, authTime: null }, 'Steward cannot accept this sign-in'],
  ['of another directory', { objectId: PERSON, claims: { tid: OTHER } }, 'Steward cannot accept this sign-in'],
  ['for another application', { objectId: PERSON, claims: { aud: OTHER } }, 'Steward cannot accept this sign-in'],
  ['with another nonce', { objectId: PERSON, claims: { nonce: 'other' } }, 'Steward cannot accept this sign-in'],
])('a sign-in %s gives no code', async (_what, next, title) => {
  directory.signsIn(next);
  const page = await browser().signIn(await asked());
  expect([titleOf(page), codeIn(page)]).toEqual([title, undefined]);
});

it('a directory that hangs up leaves the sign-in open', async () => {
  const address = await asked();
  directory.fails('lost');
  expect(titleOf(await browser().signIn(address))).toBe('The directory does not answer');
  expect(codeIn(await browser().signIn(address))).toBeDefined();
});

it('after ten minutes neither window nor code counts', async () => {
  const address = await asked();
  const code = codeIn(await browser().signIn(address));
  clock.advance(10 * MINUTE);
  expect(titleOf(await browser().open(address))).toBe('This sign-in has expired');
  expect(await confirm(code)).toMatchObject({ is: 'refused', fault: 'over' });
});

it('a code is one only with the decision that it was asked for', async () => {
  const code = codeIn(await browser().signIn(await asked()));
  for (const [of, fault] of [
    [{ ...wanted, person: OTHER }, 'otherDecision'],
    [{ ...wanted, change: 'change-2' }, 'otherDecision'],
    [{ ...wanted, termsVersion: 2 }, 'otherTerms'],
    [{ ...wanted, context: 'c2' }, 'tooWeak'],
  ] as const)
    expect(await confirm(code, of)).toMatchObject({ is: 'refused', fault });
  expect(await confirm(code)).toMatchObject({ is: 'confirmed' });
});

const exchanged = async (of: Parameters<PeopleDirectory['exchangeToken']>[0], id?: string): Promise<Confirmed> => {
  const answer = await confirm();
  const own = answer.is === 'asked' ? answer.request.id : '';
  const token = new Secret(await directory.exchangeToken({ contexts: ['c1'], ...of }));
  const prepared = await running.signIns.prepare({ is: 'token', id: id ?? own, token });
  return database.transaction((trx) => prepared(trx, wanted, clock.now()));
};

it.each<[string, Parameters<PeopleDirectory['exchangeToken']>[0], string | undefined, string]>([
  ['of another person', { objectId: OTHER }, undefined, 'otherPerson'],
  ['of an old session', { objectId: PERSON, authTime: 1_000_000 }, undefined, 'tooOld'],
  ['without the context', { objectId: PERSON, contexts: [] }, undefined, 'tooWeak'],
  ['for another application', { objectId: PERSON, claims: { aud: OTHER } }, undefined, 'token'],
  ['for a sign-in that nobody was asked for', { objectId: PERSON }, 'x'.repeat(22), 'over'],
])('a token of Teams %s does not count', async (_what, of, id, fault) => {
  expect(await exchanged(of, id)).toEqual({ is: 'refused', fault, proof: 'token' });
});

it('a token of Teams of the person who pressed counts', async () => {
  expect(await exchanged({ objectId: PERSON })).toMatchObject({ is: 'confirmed', signIn: { way: 'token' } });
});

it('an ID token is no token of Teams', async () => {
  const answer = await confirm();
  const id = answer.is === 'asked' ? answer.request.id : '';
  const token = new Secret(await directory.exchangeToken({ objectId: PERSON, claims: { scp: undefined } }));
  const prepared = await running.signIns.prepare({ is: 'token', id, token });
  const confirmed = await database.transaction((trx) => prepared(trx, wanted, clock.now()));
  expect(confirmed).toEqual({ is: 'refused', fault: 'token', proof: 'token' });
});

it.each(['', 'x', '../../package.json', 'x'.repeat(22)])('the address with the id “%s” leads nowhere', async (id) => {
  const page = await browser().open(`${PUBLIC}/sign-in/start?id=${id}`);
  expect([page.status, titleOf(page)]).toEqual([404, 'There is no such sign-in']);
});

it('the page loads its own files only, and no other page frames it', async () => {
  const page = await browser().signIn(await asked());
  expect(page.headers['content-security-policy']).toContain("script-src 'self'");
  expect(page.headers['content-security-policy']).toContain("frame-ancestors 'none'");
  expect(page.headers['cache-control']).toBe('no-store');
  for (const name of ['window.css', 'window.js', 'teams.js']) {
    const file = await browser().open(`${PUBLIC}/sign-in/${name}`);
    expect([file.status, file.text.length > 100]).toEqual([200, true]);
  }
  for (const name of ['page.ts', 'toString', '..%2fservice.ts'])
    expect((await browser().open(`${PUBLIC}/sign-in/${name}`)).status).toBe(404);
});

it('no log line has a code, a token, a cookie or a secret', async () => {
  directory.signsIn({ objectId: PERSON, claims: { nonce: 'other' } });
  await browser().signIn(await asked());
  directory.fails(400);
  const own = browser();
  const begun = await own.begin(await asked());
  const back = new URL('back' in begun ? begun.back : '');
  await own.open(back.href);
  const said = lines.join('');
  expect(said).toContain('sign-in.');
  for (const secret of [back.searchParams.get('code'), back.searchParams.get('state'), 'eyJ', 'canary'])
    expect(said).not.toContain(secret);
});
