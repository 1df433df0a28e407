import { Writable } from 'node:stream';
import { createLogger } from '#platform/lib/logger.ts';
import { loadTexts } from '#platform/texts/texts.ts';
import { ConnectorError, type ConnectorErrorKind } from '#teams/connector/errors.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { nock } from '../../support/strict-nock.ts';
import { benchPerTest, createBench, failureOf, givesToken, pathOf, teams, tenantId, thread } from './teams.ts';

const activities = pathOf(thread.id);
const hello = { text: 'hello' };
const signIn = () => nock('https://login.microsoftonline.com').post(`/${tenantId}/oauth2/v2.0/token`);

const bench = benchPerTest();

it('is dropped after a 401, and the post is repeated with a new one', async () => {
  givesToken('first-token');
  teams().post(activities).reply(401);
  givesToken('second-token');
  teams('Bearer second-token').post(activities).reply(201, { id: '2' });
  await expect(bench.connector.send(thread, hello)).resolves.toMatchObject({ activityId: '2' });
});

it('is fetched only once more after a 401', async () => {
  givesToken('first-token');
  teams().post(activities).reply(401);
  givesToken('second-token');
  teams('Bearer second-token').post(activities).reply(401);
  await expect(failureOf(bench.connector.send(thread, hello))).resolves.toMatchObject({
    kind: 'unauthorized',
    status: 401,
  });
});

it('is refused for a wrong secret, and nothing is posted', async () => {
  signIn().reply(401, { error: 'invalid_client', error_description: 'AADSTS7000215' });
  await expect(failureOf(bench.connector.send(thread, hello))).resolves.toMatchObject({
    kind: 'unauthorized',
    textKey: 'connector.error.signIn',
  });
});

it('is an error when the answer has none', async () => {
  signIn().reply(200, { token_type: 'Bearer' });
  await expect(failureOf(bench.connector.send(thread, hello))).resolves.toMatchObject({ kind: 'unauthorized' });
});

it('that cannot be fetched for now gives an error that says nothing was posted', async () => {
  signIn().reply(429, '', { 'retry-after': '600' });
  await expect(failureOf(bench.connector.send(thread, hello))).resolves.toMatchObject({
    kind: 'throttled',
    retryable: true,
  });
});

it('a sign-in service that answers 429 to every try lets the post be tried later', async () => {
  signIn().times(4).reply(429);
  await expect(failureOf(bench.connector.send(thread, hello))).resolves.toMatchObject({
    kind: 'throttled',
    retryable: true,
  });
});

it('is in no log and in no error, and neither is the password', async () => {
  const lines: string[] = [];
  const sink = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  const logged = await createBench({ clock: createManualClock(), log: createLogger('debug', sink) });
  givesToken();
  teams().post(activities).reply(500, 'first-token and the password');
  const error = await failureOf(logged.connector.send(thread, hello, { correlation: 'c-1' }));
  await logged.close();
  const said = `${lines.join('')} ${JSON.stringify(error)} ${String(error)}`;
  expect({ traced: said.includes('c-1'), leaked: /first-token|the password/.test(said) }).toEqual({
    traced: true,
    leaked: false,
  });
});

const kinds: Record<ConnectorErrorKind, boolean> = {
  throttled: true,
  busy: true,
  'not-sent': true,
  unclear: false,
  gone: false,
  left: false,
  blocked: false,
  disabled: false,
  forbidden: false,
  'edit-refused': false,
  'too-large': false,
  unauthorized: false,
  refused: false,
};
const words = loadTexts().for('en');
const own = ['connector.error.signIn', 'connector.error.serviceUrl', 'connector.error.stranger'] as const;
const errors = Object.keys(kinds).map((kind) => new ConnectorError(kind as ConnectorErrorKind));

it.each([...errors.map((error) => error.textKey), ...own])('%s has a text with a remedy', (key) => {
  expect(words.plain(key)).toMatch(/^[A-Z].+[.;] .+\.$/);
});

it.each(errors.map((error) => [error.kind, error] as const))(
  '%s is retryable only when nothing was posted',
  (kind, error) => {
    expect(error.retryable).toBe(kinds[kind]);
  },
);
