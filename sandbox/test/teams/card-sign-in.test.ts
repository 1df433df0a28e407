import { decodeJwt } from 'jose';
import { HOUR, MINUTE, SECOND } from '../../../src/platform/lib/clock.ts';
import { people, sandboxBot } from '../../world.ts';
import { useSandbox } from '../cloud/support.ts';
import { card, cardAnswer, cardMessage, GENERAL, useHarness } from './support/harness.ts';
import { loginRequest, preconditionFailed } from './support/sign-in-answers.ts';

const vendor = useSandbox();

const harness = useHarness(() => vendor.sandbox.url);
let posted: string;
beforeEach(async () => {
  posted = await harness.post(GENERAL, cardMessage(card('waiting')));
});

const granting = cardAnswer(card('granting'));
const valuesSent = (): Record<string, unknown>[] =>
  harness.bot.received
    .map(({ activity }) => activity)
    .filter(({ name }) => name === 'adaptiveCard/action')
    .map(({ value }) => value as Record<string, unknown>);

test('a press that the bot answers with a login request gives the request to a test as it is, and asks nobody else', async () => {
  harness.bot.answer(200, loginRequest());
  const result = await harness.sandbox.act('bo', posted, 'approve', { id: 'r1' });
  expect(result).toEqual({ status: 200, body: loginRequest() });
  expect(valuesSent()).toEqual([expect.not.objectContaining({ authentication: expect.anything() })]);
});

test('a press that the bot answers with a login request can be sent again with what the sign-in handed over', async () => {
  harness.bot.answerInTurn(loginRequest(), granting);
  await harness.sandbox.act('bo', posted, 'approve', { id: 'r1' });
  const result = await harness.sandbox.act('bo', posted, 'approve', { id: 'r1' }, { state: 'row-1.code' });
  expect(result.body).toEqual(granting);
  const [first, second] = valuesSent();
  expect(second).toEqual({ ...first, state: 'row-1.code' });
});

test('a press that the bot answers with a login request can be sent again with a token of single sign-on, of any age and with any context', async () => {
  harness.bot.answerInTurn(loginRequest(), granting);
  const authTime = harness.clock.now() - HOUR;
  const token = await harness.sandbox.ssoToken('bo', sandboxBot.idUri, { authTime, contexts: ['c2'] });
  const authentication = { id: 'row-1', connectionName: 'steward', token };
  await harness.sandbox.act('bo', posted, 'approve', {});
  await harness.sandbox.act('bo', posted, 'approve', {}, { authentication });
  expect(valuesSent().at(-1)?.['authentication']).toEqual(authentication);
  expect(decodeJwt(token)).toMatchObject({
    iss: `${vendor.sandbox.authority}/v2.0`,
    aud: sandboxBot.appId,
    oid: people.bo.objectId,
    scp: 'access_as_user',
    auth_time: authTime / SECOND,
    acrs: ['c2'],
    ver: '2.0',
  });
});

test.each([
  ['no button', { buttons: [] }],
  ['a button of another kind', { buttons: [{ type: 'openUrl', title: 'x', value: 'http://127.0.0.1/' }] }],
  ['a button that leads nowhere', { buttons: [{ type: 'signin', title: 'x', value: '/start' }] }],
  ['no connection', { connectionName: undefined }],
])('a press that the bot answers with a login request is no answer that Teams knows with %s', async (_what, change) => {
  harness.bot.answer(200, loginRequest(change));
  expect(await harness.sandbox.act('bo', posted, 'approve')).toEqual({ status: 200 });
});

test('the client of somebody with single sign-on sends the same press once more with a token, and shows the answer to it', async () => {
  harness.bot.answerInTurn(loginRequest(), granting);
  await harness.sandbox.setSignOn('bo', 'recent');
  const result = await harness.sandbox.press('bo', posted, 'approve', { id: 'r1' });
  expect(result.body).toEqual(granting);
  const [first, second] = valuesSent();
  expect(second).toEqual({
    ...first,
    authentication: { id: 'row-1', connectionName: 'steward', token: expect.any(String) },
  });
  expect((await harness.sandbox.messages(GENERAL, 'bo'))[0]?.cards).toEqual([card('granting')]);
});

test('the client of somebody with single sign-on tells of the sign-in of this morning unless they chose another', async () => {
  harness.bot.answerInTurn(loginRequest(), preconditionFailed, loginRequest(), granting);
  await harness.sandbox.press('bo', posted, 'approve');
  await harness.sandbox.setSignOn('bo', 'recent');
  await harness.sandbox.press('bo', posted, 'approve');
  const ages = valuesSent()
    .flatMap(({ authentication }) => (authentication ? [(authentication as { token: string }).token] : []))
    .map((token) => harness.clock.now() - Number(decodeJwt(token)['auth_time']) * SECOND);
  expect(ages).toEqual([8 * HOUR, 2 * MINUTE]);
});

test('the client of somebody with single sign-on is left with the login request where the bot does not take the token', async () => {
  harness.bot.answerInTurn(loginRequest(), preconditionFailed);
  expect((await harness.sandbox.press('bo', posted, 'approve')).body).toEqual(loginRequest());
  expect(valuesSent()).toHaveLength(2);
});

test.each([
  ['a token of another program', { tokenExchangeResource: { id: 'row-1', uri: 'api://another' } }],
  ['no token', { tokenExchangeResource: null }],
])('the client of somebody with single sign-on asks nothing of the bot that takes %s', async (_what, change) => {
  harness.bot.answer(200, loginRequest(change));
  await harness.sandbox.press('bo', posted, 'approve');
  expect(valuesSent()).toHaveLength(1);
});

test('the client of somebody who switched single sign-on off shows the login request at once', async () => {
  harness.bot.answer(200, loginRequest());
  await harness.sandbox.setSignOn('bo', 'off');
  await harness.sandbox.press('bo', posted, 'approve');
  expect(valuesSent()).toHaveLength(1);
});

test('somebody of another organisation gets no token of single sign-on', async () => {
  await expect(harness.sandbox.ssoToken('noor', sandboxBot.idUri, { authTime: harness.clock.now() })).rejects.toThrow(
    'no token of noor',
  );
});

test('the page’s route presses with single sign-on, and with a state without it', async () => {
  harness.bot.answerInTurn(loginRequest(), preconditionFailed, granting);
  const press = { as: 'bo', message: posted, action: { type: 'Action.Execute', verb: 'approve' } };
  expect((await harness.api('POST', '/invoke', press)).body['body']).toEqual(loginRequest());
  expect((await harness.api('POST', '/invoke', { ...press, state: 'row-1.code' })).body['body']).toEqual(granting);
  expect(valuesSent().map((value) => Object.keys(value).at(-1))).toEqual(['trigger', 'authentication', 'state']);
});

test('the sign-on of a person is shown and changed by the page’s route', async () => {
  const body = { as: 'bo', signOn: 'off' };
  expect((await harness.api('PUT', '/app/sign-on', body)).body['signOn']).toBe('off');
  expect((await harness.api('GET', '/app?as=bo')).body['signOn']).toBe('off');
  expect((await harness.api('GET', '/app?as=ana')).body['signOn']).toBe('old');
});

test('the inspector shows neither the token nor the state', async () => {
  harness.bot.answerInTurn(loginRequest(), preconditionFailed, granting);
  await harness.sandbox.press('bo', posted, 'approve', { state: 'shown' });
  await harness.sandbox.act('bo', posted, 'approve', {}, { state: 'row-1.code' });
  const { body } = await harness.api('GET', '/traffic?as=ana');
  const text = JSON.stringify(body);
  expect(text).toContain('"token":"***"');
  expect(text).toContain('"state":"***"');
  expect(text).toContain('"state":"shown"');
  expect(text).not.toMatch(/eyJ|row-1\.code/);
});
