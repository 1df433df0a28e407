import { decodeJwt } from 'jose';
import { HOUR, SECOND } from '../../../../src/platform/lib/clock.ts';
import { listPath, start, useSandbox } from '../support.ts';
import { asking, createBrowser, open, redeem, signIn } from './program.ts';

const running = useSandbox();

const claims = asking('c1');
const claimsOf = async (): Promise<Record<string, unknown>> =>
  decodeJwt((await redeem(running, (await signIn(running, 'bo', { claims }))['code'])).body.id_token);
const keys = () => fetch(`${running.sandbox.authority}/discovery/v2.0/keys`);

test('a token lacks the context where a fault says so, once', async () => {
  running.sandbox.faults.set({ kind: 'acrs-missing', count: 1 });
  expect([(await claimsOf())['acrs'], (await claimsOf())['acrs']]).toEqual([undefined, ['c1']]);
});

test('a token tells of an older sign-in where a fault says so', async () => {
  running.sandbox.faults.set({ kind: 'auth-time-old', ms: HOUR });
  expect((await claimsOf())['auth_time']).toBe((start - HOUR) / SECOND);
});

test('the pages say that the service is away, with its code', async () => {
  running.sandbox.faults.set({ kind: 'unavailable', operation: 'authorize' });
  const page = await open(createBrowser(), running);
  expect([page.status, page.title]).toEqual([503, 'Sorry, but we’re having trouble signing you in.']);
  expect(page.html).toContain('AADSTS90033');
});

test('a code outlives a token address that is away', async () => {
  const code = (await signIn(running, 'bo'))['code'];
  running.sandbox.faults.set({ kind: 'unavailable', operation: 'token', count: 1 });
  const answers = [await redeem(running, code), await redeem(running, code)];
  expect(answers.map(({ status }) => status)).toEqual([503, 200]);
});

test('a code is used up by a redemption whose answer is lost', async () => {
  const code = (await signIn(running, 'bo'))['code'];
  running.sandbox.faults.set({ kind: 'reset-after', operation: 'token', count: 1 });
  await expect(redeem(running, code)).rejects.toThrow();
  expect((await redeem(running, code)).body.error_codes).toEqual([54005]);
});

test('the keys can be away and slow', async () => {
  running.sandbox.faults.set({ kind: 'unavailable', operation: 'keys', count: 1 });
  expect([(await keys()).status, (await keys()).status]).toEqual([503, 200]);
  running.sandbox.faults.set({ kind: 'slow', operation: 'keys', ms: 100 });
  const before = performance.now();
  await keys();
  expect(performance.now() - before).toBeGreaterThanOrEqual(95);
});

test('a fault of every operation leaves the sign-in service alone', async () => {
  running.sandbox.faults.set({ kind: 'unavailable' });
  expect((await running.send(listPath('roleEligibilitySchedules'))).status).toBe(503);
  const statuses = [await keys(), await open(createBrowser(), running), await redeem(running, 'x')].map(
    ({ status }) => status,
  );
  expect(statuses).toEqual([200, 200, 400]);
});
