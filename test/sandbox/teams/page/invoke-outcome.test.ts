import { outcomeOf } from '../../../../src/sandbox/teams/page/data/invoke-outcome.ts';

const CARD = 'application/vnd.microsoft.card.adaptive';
const MESSAGE = 'application/vnd.microsoft.activity.message';
const ERROR = 'application/vnd.microsoft.error';
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
  ['an empty body', { status: 200 }, unreachable('Status 200')],
  ['a bot that failed', { status: 501 }, unreachable('Status 501')],
  ['a bot that took too long', { status: 504 }, unreachable('Status 504')],
])('the outcome of a press answered with %s', (_what, result, outcome) => {
  expect(outcomeOf(result)).toEqual(outcome);
});
