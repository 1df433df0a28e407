import { outcomeOf } from '../../../teams/page/data/invoke-outcome.ts';
import { incorrectAuthCode, loginRequest } from '../support/sign-in-answers.ts';

const CARD = 'application/vnd.microsoft.card.adaptive';
const MESSAGE = 'application/vnd.microsoft.activity.message';
const ERROR = 'application/vnd.microsoft.error';
const START = 'http://127.0.0.1:5005/sign-in/start?id=row-1';
const card = { type: 'AdaptiveCard' };
const unreachable = (code: string) => ({ kind: 'unreachable', code });

it.each([
  ['a card', { status: 200, body: { statusCode: 200, type: CARD, value: card } }, { kind: 'card', card }],
  ['a text', { status: 200, body: { statusCode: 200, type: MESSAGE, value: 'No.' } }, { kind: 'message', text: 'No.' }],
  ['an accepted submit', { status: 202 }, { kind: 'sent' }],
  [
    'an error',
    { status: 200, body: { statusCode: 400, type: ERROR, value: { code: 'A' } } },
    { kind: 'failed', code: 'A' },
  ],
  [
    'a card under an error code',
    { status: 200, body: { statusCode: 500, type: CARD, value: {} } },
    unreachable('Status 500'),
  ],
  [
    'a text that is none',
    { status: 200, body: { statusCode: 200, type: MESSAGE, value: {} } },
    unreachable('Status 200'),
  ],
  ['an error under HTTP 500', { status: 500, body: { type: ERROR, value: { code: 'Broken' } } }, unreachable('Broken')],
  [
    'a sign-in',
    { status: 200, body: loginRequest() },
    { kind: 'sign-in', text: 'Please sign in to approve.', button: 'Sign in', url: START },
  ],
  [
    'a sign-in without a text',
    { status: 200, body: loginRequest({ text: null }) },
    { kind: 'sign-in', text: 'Please sign in to continue.', button: 'Sign in', url: START },
  ],
  ['a refused sign-in', { status: 200, body: incorrectAuthCode }, unreachable('Status 401')],
  ['an empty body', { status: 200 }, unreachable('Status 200')],
  ['a bot that failed', { status: 501 }, unreachable('Status 501')],
  ['a bot that took too long', { status: 504 }, unreachable('Status 504')],
])('the outcome of a press answered with %s', (_what, result, outcome) => {
  expect(outcomeOf(result)).toEqual(outcome);
});
