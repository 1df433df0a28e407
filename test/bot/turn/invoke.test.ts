import { isDialog, isFromMenu, readInvoke, readSubmit } from '../../../src/bot/turn/read-turn.ts';

const press = { is: 'press', press: { verb: 'a.b', data: { change: 'x', reason: 'y' } } };
const data = { verb: 'a.b', change: 'x', reason: 'y' };

it.each([
  ['adaptiveCard/action', { action: { verb: 'a.b', data: { change: 'x', reason: 'y' } } }],
  ['task/fetch', { data: { ...data, msteams: { type: 'task/fetch' } }, context: { theme: 'dark' } }],
  ['task/submit', { data }],
  ['composeExtension/submitAction', { commandId: 'requestRole', data, messagePayload: {} }],
])('reads a press from %s', (name, value) => {
  expect(readInvoke({ name, value })).toEqual(press);
});

it('reads a press without data', () => {
  expect(readInvoke({ name: 'adaptiveCard/action', value: { action: { verb: 'a.b' } } })).toEqual({
    is: 'press',
    press: { verb: 'a.b', data: {} },
  });
});

it.each([
  ['a click', { action: { verb: 'a.b' }, trigger: 'manual' }, {}],
  ['a refresh', { action: { verb: 'a.b' }, trigger: 'automatic' }, { automatic: true }],
  ['a refresh told by the action', { action: { verb: 'a.b', trigger: 'automatic' } }, { automatic: true }],
  ['a trigger that nobody knows', { action: { verb: 'a.b' }, trigger: ['manual'] }, { automatic: true }],
])('reads %s', (_what, value, more) => {
  const press = { verb: 'a.b', data: {}, ...more };
  expect(readInvoke({ name: 'adaptiveCard/action', value })).toEqual({ is: 'press', press });
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

it.each([
  ['adaptiveCard/action', undefined],
  ['adaptiveCard/action', { action: { verb: 7 } }],
  ['adaptiveCard/action', { action: { verb: 'a', data: [] } }],
  ['task/fetch', null],
  ['task/fetch', { data: 'x' }],
  ['task/submit', { data: { verb: ['a'] } }],
  ['composeExtension/fetchTask', { commandId: 'requestRole' }],
  ['composeExtension/fetchTask', { messagePayload: {} }],
  ['composeExtension/submitAction', { commandId: 'requestRole', botMessagePreviewAction: 'send' }],
  ['composeExtension/query', { data }],
  ['fileConsent/invoke', { action: 'read', context: data }],
  ['fileConsent/invoke', { action: 'accept', context: { file: 'f1' } }],
  ['fileConsent/invoke', { action: 'decline' }],
  [undefined, { data }],
])('%s with %j is an unknown invoke', (name, value) => {
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
  const names = ['adaptiveCard/action', 'task/submit', 'composeExtension/fetchTask', 'composeExtension/query', 'x'];
  expect(names.filter((name) => isDialog({ name }))).toEqual(['task/submit', 'composeExtension/fetchTask']);
  expect(names.filter((name) => isFromMenu({ name }))).toEqual([
    'composeExtension/fetchTask',
    'composeExtension/query',
  ]);
});
