import { outcomeOf } from '../../../../src/sandbox/teams/page/data/invoke-outcome.ts';

const CARD = 'application/vnd.microsoft.card.adaptive';
const MESSAGE = 'application/vnd.microsoft.activity.message';
const ERROR = 'application/vnd.microsoft.error';

it('shows the card that the bot answered with', () => {
  const card = { type: 'AdaptiveCard' };
  const outcome = outcomeOf({ status: 200, body: { statusCode: 200, type: CARD, value: card } });
  expect(outcome).toEqual({ kind: 'card', card });
});

it('shows the sentence that the bot answered with', () => {
  const outcome = outcomeOf({ status: 200, body: { statusCode: 200, type: MESSAGE, value: 'Not you.' } });
  expect(outcome).toEqual({ kind: 'message', text: 'Not you.' });
});

it('takes an accepted submit for sent', () => {
  expect(outcomeOf({ status: 202 })).toEqual({ kind: 'sent' });
});

it('tells that the bot answered with an error', () => {
  const result = { status: 200, body: { statusCode: 400, type: ERROR, value: { code: 'BadRequest' } } };
  expect(outcomeOf(result)).toEqual({ kind: 'failed', code: 'BadRequest' });
});

it.each([
  ['a card under an error code', { status: 200, body: { statusCode: 500, type: CARD, value: {} } }, 'Status 500'],
  ['a sentence that is none', { status: 200, body: { statusCode: 200, type: MESSAGE, value: {} } }, 'Status 200'],
  ['an error that came as no success', { status: 500, body: { type: ERROR, value: { code: 'Broken' } } }, 'Broken'],
  ['an empty body', { status: 200 }, 'Status 200'],
  ['a bot that fell over', { status: 501 }, 'Status 501'],
  ['a bot that took too long', { status: 504 }, 'Status 504'],
])('takes the app for unreachable on %s', (_what, result, code) => {
  expect(outcomeOf(result)).toEqual({ kind: 'unreachable', code });
});
