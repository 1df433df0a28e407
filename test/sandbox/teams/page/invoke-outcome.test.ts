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

it.each([
  [
    'an error type',
    { status: 200, body: { statusCode: 400, type: ERROR, value: { code: 'BadRequest' } } },
    'BadRequest',
  ],
  ['a card under an error code', { status: 200, body: { statusCode: 500, type: CARD, value: {} } }, 'Status 500'],
  ['a sentence that is none', { status: 200, body: { statusCode: 200, type: MESSAGE, value: {} } }, 'Status 200'],
  ['an empty body', { status: 200 }, 'Status 200'],
  ['a bot that fell over', { status: 501 }, 'Status 501'],
])('shows as Teams does that something went wrong on %s', (_what, result, code) => {
  expect(outcomeOf(result)).toEqual({ kind: 'failed', code });
});
