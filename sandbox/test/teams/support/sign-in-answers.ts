import type { InvokeResult } from '../../../teams/api.ts';
import { sandboxBot } from '../../../world.ts';

/** The bot's answer that asks for a sign-in. @param change undefined: without this part */
export const loginRequest = (change: Readonly<Record<string, unknown>> = {}): NonNullable<InvokeResult['body']> => ({
  statusCode: 401,
  type: 'application/vnd.microsoft.activity.loginRequest',
  value: {
    text: 'Please sign in to approve.',
    connectionName: 'steward',
    tokenExchangeResource: { id: 'row-1', uri: sandboxBot.idUri },
    buttons: [
      { type: 'signin', title: 'Sign in', text: 'Sign in', value: 'http://127.0.0.1:5005/sign-in/start?id=row-1' },
    ],
    ...change,
  },
});

export const preconditionFailed = {
  statusCode: 412,
  type: 'application/vnd.microsoft.error.preconditionFailed',
  value: { code: '412', message: 'That sign-in is too old.' },
};

export const incorrectAuthCode = {
  statusCode: 401,
  type: 'application/vnd.microsoft.error.incorrectAuthCode',
  value: null,
};
