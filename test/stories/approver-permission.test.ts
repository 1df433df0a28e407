import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { HOUR, MINUTE } from '#platform/lib/clock.ts';
import { createLogger } from '#platform/lib/logger.ts';
import { openTokenKeys, TOKEN_KEYS_FILE } from '#teams/fresh-sign-in/token-keys.ts';
import { people } from '../../sandbox/world.ts';
import { addressIn, approving, codeOn, loginOf, signInAt } from '../support/fresh-sign-in.ts';
import { requestorOf } from '../support/requestor.ts';
import { personalChat, sentBodies, wordsOf } from '../support/steward.ts';
import { everyTable } from '../support/store-invariants.ts';
import { answerOf, plain, type RequestRef } from '../support/story.ts';
import { steward } from '../support/story-steward.ts';

const lines: string[] = [];
const log = createLogger('debug', { write: (line) => lines.push(line) });
const s = steward({ wideLimits: true, sentByApprover: true, log });

const SENT = 'createEligibilityRequest';
const requestFor = (what: string, asker: 'di' | 'ana' = 'di'): Promise<RequestRef> =>
  s.requestRole(asker, `${what} for 5 days because of the approver’s permission`);

/** Presses the button of this person, signs in where it is asked for, and sends the press again. @returns the last answer */
const signsIn = async (as: 'bo' | 'cy', asked: RequestRef, state: string, verb = 'change.approve') => {
  const press = await approving(s, as, await s.cardOf(asked, state), verb);
  const page = await signInAt(addressIn(await press()), as);
  return press({ state: codeOn(page) ?? '' });
};
/** Who the vendor says has made the last call. */
const requestor = (): Promise<string> => {
  const { path } = s.vendor.faults.seen().findLast(({ method }) => method === 'PUT') ?? { path: '' };
  const [scope = '', name = ''] = path.split(/\/providers\/[^/]+\/roleEligibilityScheduleRequests\//);
  return requestorOf(s.vendor, { scope, name }, s.clock);
};
const tokens = () => s.inStore((db) => db.selectFrom('person_tokens').select(['adopted', 'sealed']).execute());
const SIGNS_IN = 'has to sign in again';

it('an approval asks for a sign-in without any rule that wants one, and the grant is made in its person’s name', async () => {
  const asked = await requestFor('contributor on staging');
  const press = await approving(s, 'bo', await s.cardOf(asked, 'Waiting'));
  // A token that Teams could bring gives no permission at the cloud.
  expect(loginOf(await press()).tokenExchangeResource).toBeUndefined();
  expect(answerOf(await signsIn('bo', asked, 'Waiting'))).toContain('being granted');
  await s.cardOf(asked, 'Eligible until');
  expect(await requestor()).toBe(people.bo.objectId);
  expect(await tokens()).toEqual([]);
});

it('whoever may not grant it themselves is told so by the cloud, and nothing is granted', async () => {
  const asked = await requestFor('contributor on ledger');
  await signsIn('bo', asked, 'Waiting');
  const text = JSON.stringify((await s.cardOf(asked, 'Bo Lind')).cards);
  await s.cardOf(asked, 'does not let this person do that');
  expect(text).not.toContain('Eligible until');
  expect(await tokens()).toEqual([]);
  const again = await requestFor('contributor on ledger');
  expect(answerOf(await signsIn('cy', again, 'Waiting'))).toContain('being granted');
  await s.cardOf(again, 'Eligible until');
  expect(await requestor()).toBe(people.cy.objectId);
});

it('a token that the cloud refuses loses nothing: its person signs in again, and the same call goes on', async () => {
  const asked = await requestFor('reader on staging');
  s.vendor.faults.set({ kind: 'token-revoked', operation: SENT, count: 1 });
  await signsIn('bo', asked, 'Waiting');
  const waiting = await s.cardOf(asked, SIGNS_IN);
  expect(await tokens()).toEqual([]);
  expect(await s.offeredTo('cy', waiting)).not.toContain('change.signIn');
  const others = await s.pressUnoffered('cy', waiting, 'change.signIn');
  expect(answerOf(others)).toBe(plain('changes.refused.notYourSignIn', { who: people.bo.name }));
  await s.message(personalChat('bo'), 'asks you to sign in again');
  await signsIn('bo', asked, SIGNS_IN, 'change.signIn');
  await s.cardOf(asked, 'Eligible until');
  const calls = s.sentRequests().map(({ name }) => name);
  expect([calls.length, new Set(calls).size]).toEqual([2, 1]);
  const history = wordsOf(await s.ask('di', `history ${asked.ref}`));
  expect(history).toContain('approved, after a fresh sign-in');
  expect(history).toContain('It waits until Bo Lind signs in again');
  expect(history).toContain('signed in again');
});

it('a key that is gone asks its person again, and one that is put before it opens what was kept before', async () => {
  const file = join(s.secretsDir, TOKEN_KEYS_FILE);
  const key = readFileSync(file, 'utf8');
  const lost = await requestFor('reader on gateway');
  const press = await approving(s, 'bo', await s.cardOf(lost, 'Waiting'));
  const page = await signInAt(addressIn(await press()), 'bo');
  writeFileSync(file, `${'ab'.repeat(32)}\n`);
  await press({ state: codeOn(page) ?? '' });
  await s.cardOf(lost, SIGNS_IN);
  writeFileSync(file, `${'cd'.repeat(32)}\n${'ab'.repeat(32)}\n${key}`);
  const again = await approving(s, 'bo', await s.cardOf(lost, SIGNS_IN), 'change.signIn');
  const second = await signInAt(addressIn(await again()), 'bo');
  writeFileSync(file, `${'ef'.repeat(32)}\n${'cd'.repeat(32)}\n`);
  await again({ state: codeOn(second) ?? '' });
  await s.cardOf(lost, 'Eligible until');
  writeFileSync(file, key);
});

it('a person who does not sign in again in time ends it with what the cloud said, and nothing was granted', async () => {
  const asked = await requestFor('reader on staging', 'ana');
  s.vendor.faults.set({ kind: 'token-revoked', operation: SENT, count: 1 });
  await signsIn('bo', asked, 'Waiting');
  await s.cardOf(asked, SIGNS_IN);
  s.clock.advance(HOUR);
  await s.cardOf(asked, 'the cloud did not take their sign-in');
});

it('no token is in clear in the store, the log or a message', async () => {
  const asked = await requestFor('reader on ledger');
  const press = await approving(s, 'cy', await s.cardOf(asked, 'Waiting'));
  const page = await signInAt(addressIn(await press()), 'cy');
  const [kept] = await s.inStore((db) => db.selectFrom('person_tokens').selectAll().execute());
  const token = openTokenKeys(s.secretsDir).open(kept?.sealed ?? '', `${kept?.sign_in_id} ${kept?.change_id}`);
  const text = token?.reveal() ?? '';
  expect(text).toMatch(/^eyJ/);
  await press({ state: codeOn(page) ?? '' });
  await s.cardOf(asked, 'Eligible until');
  const seen = [
    readFileSync(s.databaseUrl.replace('sqlite:', ''), 'latin1'),
    JSON.stringify(await s.inStore(everyTable)),
    ...lines,
    JSON.stringify(sentBodies(s)),
  ].filter((one) => one.includes(text) || one.includes(text.slice(-40)));
  expect(seen).toEqual([]);
});

it('what nobody approves is sent with Steward’s own identity', async () => {
  await s.replaceInPolicy(
    '    - name: payments roles\n',
    '    - { name: free, change: access.grant, when: { place: [vault] }, ask: everyone, approvals: 0 }\n    - name: payments roles\n',
  );
  const asked = await requestFor('reader on vault', 'ana');
  await s.cardOf(asked, 'Eligible until', asked.where);
  expect([people.bo.objectId, people.cy.objectId]).not.toContain(await requestor());
});

it('a setting that changes after the approval ends what waits for its approver: Steward’s own identity never sends it', async () => {
  const asked = await requestFor('contributor on gateway', 'ana');
  s.vendor.faults.set({ kind: 'token-revoked', operation: SENT, count: 1 });
  await signsIn('bo', asked, 'Waiting');
  await s.cardOf(asked, SIGNS_IN);
  const before = s.sentRequests().length;
  await s.restart({ sentByApprover: false });
  s.clock.advance(MINUTE);
  await s.cardOf(asked, 'set up meanwhile to send everything with its own');
  expect(s.sentRequests()).toHaveLength(before);
  await s.restart({ sentByApprover: true });
});
