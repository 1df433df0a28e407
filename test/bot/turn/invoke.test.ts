import { isDialog, readInvoke, readSubmit, worksWithoutBot } from '#bot/turn/read-turn.ts';
import { Secret } from '#platform/lib/secret.ts';
import invokes from '../../fixtures/bot/invokes.json' with { type: 'json' };

const press = { is: 'press', press: { verb: 'a.b', data: { change: 'x', reason: 'y' } } };
const data = { verb: 'a.b', change: 'x', reason: 'y' };

it.each(invokes.presses)('reads a press from $name', ({ name, value }) => {
  expect(readInvoke({ name, value })).toEqual(press);
});

it('reads a press from adaptiveCard/action, whose client can ask its person to sign in', () => {
  const value = { action: { verb: 'a.b', data: { change: 'x', reason: 'y' } } };
  expect(readInvoke({ name: 'adaptiveCard/action', value })).toEqual({
    ...press,
    press: { ...press.press, signIn: {} },
  });
});

it('reads a press without data', () => {
  expect(readInvoke({ name: 'adaptiveCard/action', value: { action: { verb: 'a.b' } } })).toEqual({
    is: 'press',
    press: { verb: 'a.b', data: {}, signIn: {} },
  });
});

const token = { id: 'row', connectionName: 'steward', token: 'canary.token' };
it.each<[string, object, object]>([
  ['the code of a window', { state: 'row.code' }, { proof: { is: 'code', code: 'row.code' } }],
  ['a token', { authentication: token }, { proof: { is: 'token', id: 'row', token: expect.any(Secret) } }],
  ['a token for something else', { authentication: { ...token, connectionName: 'other' } }, {}],
  ['half a token', { authentication: { id: 'row', connectionName: 'steward' } }, {}],
  ['a code that is no text', { state: 7 }, {}],
  ['a code that is too long', { state: 'x'.repeat(201) }, {}],
])('reads what a press brings of a sign-in: %s', (_what, more, signIn) => {
  const value = { action: { verb: 'a.b' }, ...more };
  expect(readInvoke({ name: 'adaptiveCard/action', value })).toMatchObject({ press: { signIn } });
});

it('a refresh, a dialog and an older client bring no sign-in', () => {
  const value = { action: { verb: 'a.b' }, trigger: 'automatic', state: 'row.code' };
  for (const read of [
    readInvoke({ name: 'adaptiveCard/action', value }),
    readInvoke({ name: 'task/submit', value: { data: { verb: 'a.b' }, state: 'row.code' } }),
  ])
    expect(read).not.toHaveProperty('press.signIn');
  expect(readSubmit({ verb: 'a.b', state: 'row.code' })).not.toHaveProperty('signIn');
});

it.each(invokes.triggers)('reads $what', ({ value, more }) => {
  const press = { verb: 'a.b', data: {}, ...more };
  expect(readInvoke({ name: 'adaptiveCard/action', value })).toEqual({ is: 'press', press });
});

it('reads the press of the install card as the message action that it repeats', () => {
  const messagePayload = { body: { contentType: 'html', content: 'hello' } };
  const value = { commandId: 'requestRole', messagePayload, data: { msteams: { justInTimeInstall: true } } };
  const action = { is: 'messageAction', name: 'requestRole', message: messagePayload };
  expect(readInvoke({ name: 'composeExtension/submitAction', value })).toEqual(action);
  expect(readInvoke({ name: 'task/submit', value })).toEqual({ is: 'unknown' });
});

it('reads the message of a message action', () => {
  const messagePayload = { body: { contentType: 'html', content: '<p>hello</p>' }, attachments: [{ id: 'x' }] };
  const value = { commandId: 'requestRole', commandContext: 'message', messagePayload };
  expect(readInvoke({ name: 'composeExtension/fetchTask', value })).toEqual({
    is: 'messageAction',
    name: 'requestRole',
    message: { body: { contentType: 'html', content: '<p>hello</p>' } },
  });
});

it.each(invokes.unknown)('$name with $value is an unknown invoke', ({ name, value }) => {
  expect(readInvoke({ name, value })).toEqual({ is: 'unknown' });
});

it.each([
  ['accept', { uploadUrl: 'https://files.example/1' }, true],
  ['decline', undefined, false],
])('reads the answer to a file consent card: %s', (action, uploadInfo, accepted) => {
  const value = { type: 'fileUpload', action, context: { verb: 'a.file', file: 'f1', accepted: 'x' }, uploadInfo };
  expect(readInvoke({ name: 'fileConsent/invoke', value })).toEqual({
    is: 'press',
    press: {
      verb: 'a.file',
      data: { file: 'f1', accepted, ...(uploadInfo ? { upload: uploadInfo } : {}) },
      file: true,
    },
  });
});

it('reads a press that an older client sends as a message', () => {
  expect([readSubmit(data), readSubmit(undefined), readSubmit('a.b')]).toEqual([press.press, undefined, undefined]);
});

it('knows the invokes that open a dialog, and those from the message menu', () => {
  const dialogs = ['task/submit', 'composeExtension/fetchTask'];
  const names = [...dialogs, 'adaptiveCard/action', 'composeExtension/query', 'application/search', 'x'];
  expect(names.filter((name) => isDialog({ name }))).toEqual(dialogs);
  expect(names.filter((name) => worksWithoutBot({ name }))).toEqual([
    'composeExtension/fetchTask',
    'composeExtension/query',
    'application/search',
  ]);
});
