import { DAY, iso, MINUTE } from '../../../src/platform/lib/clock.ts';
import {
  anasGrants,
  answerWith,
  control,
  definitionId,
  expectAnswers,
  grantBody,
  listPath,
  production,
  start,
  useSandbox,
} from './support.ts';

const running = useSandbox();

test.each([
  [{}, 200],
  [{ host: 'localhost' }, 200],
  [{ origin: 'http://localhost:3979' }, 200],
  [{ 'content-type': 'application/json; charset=utf-8' }, 200],
  [{ host: 'rebound.example' }, 403],
  [{ origin: 'https://elsewhere.example' }, 403],
  [{ origin: 'null' }, 403],
  [{ origin: 'http://127.0.0.1.elsewhere.example' }, 403],
  [{ 'content-type': 'text/plain' }, 415],
])('a request to the control routes with the headers %j gets %i', async (headers, status) => {
  const sent = {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: '{"clear":true}',
  };
  expect((await answerWith(`${running.sandbox.url}/__sandbox/faults`, sent)).status).toBe(status);
});

test('the control routes refuse what they cannot read', async () => {
  const invalid = '400 InvalidRequestContent';
  const post = (body: object) => ({ method: 'POST', body });
  await expectAnswers(running, {
    'an unknown route': ['404 NotFound', '/__sandbox/weather'],
    'an unknown fault': [invalid, '/__sandbox/faults', post({ kind: 'earthquake' })],
    'a fault without its measure': [invalid, '/__sandbox/faults', post({ kind: 'slow' })],
    'an unknown operation': [invalid, '/__sandbox/faults', post({ kind: 'throttle', operation: 'listEverything' })],
    'an unknown rule': [invalid, '/__sandbox/faults', post({ kind: 'rule', rules: ['NameRule'] })],
    'an unknown field of a fault': [invalid, '/__sandbox/faults', post({ kind: 'throttle', times: 3 })],
    'a time that is none': [invalid, '/__sandbox/clock', post({ now: 'tomorrow' })],
    'no time': [invalid, '/__sandbox/clock', post({})],
    'a reset with a field': [invalid, '/__sandbox/reset', post({ really: true })],
    'an incident with a field': [invalid, '/__sandbox/incident', post({ level: 'Critical' })],
  });
});

test('faults are set one or several at a time, listed with their remaining counts, and cleared', async () => {
  await control(running, 'faults', { kind: 'unavailable', count: 3, operation: 'listEligibilitySchedules' });
  await control(running, 'faults', [
    { kind: 'list-lag', ms: MINUTE },
    { kind: 'slow', ms: 0 },
  ]);
  await running.get(listPath('roleEligibilitySchedules'));
  const { body } = await control(running, 'faults');
  const cleared = await control(running, 'faults', { clear: true });
  expect([body, cleared.body]).toEqual([
    {
      faults: [
        { kind: 'unavailable', count: 2, operation: 'listEligibilitySchedules' },
        { kind: 'list-lag', ms: MINUTE },
        { kind: 'slow', ms: 0 },
      ],
    },
    { faults: [] },
  ]);
});

test('the clock goes on from the moment that was set', async () => {
  await control(running, 'clock', { now: iso(start + DAY) });
  running.time.advance(MINUTE);
  const { body } = await control(running, 'clock', { advanceMs: MINUTE });
  expect(body).toEqual({ now: iso(start + DAY + 2 * MINUTE), offsetMs: DAY + MINUTE });
});

test('a reset restores the demo data and the time, and clears the faults', async () => {
  await running.request(grantBody());
  await control(running, 'faults', { kind: 'unavailable' });
  await control(running, 'clock', { advanceMs: DAY });
  await control(running, 'reset', {});
  expect([await anasGrants(running), (await control(running, 'clock')).body['offsetMs']]).toEqual([[], 0]);
});

/** The names that other programs rely on (design, section 1). */
const promised =
  'namespace tokenUrl tokens subscriptionId resourceGroup managementGroup resource principals roles billingAccount ' +
  'invoice billingScope location dataShareAccount share shareSubscription sensitiveEvent translatorKey appTokens ' +
  'appOwner app appUser';

test('info has the input of every operation', async () => {
  const { body } = await control(running, 'info');
  expect(Object.keys(body)).toEqual(expect.arrayContaining(promised.split(' ')));
  expect(Object.values(body).filter((value) => value === undefined || value === '')).toEqual([]);
});

test('info has the full ids of roles, and what can be asked of principals and of the resource', async () => {
  const { body } = await control(running, 'info');
  expect(body['roles']).toMatchObject({ plain: definitionId('reader'), short: definitionId('owner') });
  const { principals, resource } = body as { principals: readonly string[]; resource: string };
  const replies = await Promise.all(
    principals.flatMap((principal) => [
      running.request(grantBody({ principal })),
      running.request(grantBody({ principal }), { scope: production }),
    ]),
  );
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201]));
  expect((await running.get(listPath('roleEligibilitySchedules', resource))).status).toBe(200);
});
