import { CONNECTION } from '#bot/turn/read-turn.ts';
import type { Words } from '#platform/texts/texts.ts';
import type { Unconfirmed } from '#teams/fresh-sign-in/confirmation.ts';

/** The answers of Universal Actions about a sign-in: asking for one, and what the client brought does not count. */
export type SignInBody =
  | {
      readonly statusCode: 401;
      readonly type: 'application/vnd.microsoft.activity.loginRequest';
      readonly value: {
        readonly text: string;
        readonly connectionName: string;
        readonly tokenExchangeResource?: { readonly id: string; readonly uri: string };
        readonly buttons: readonly [
          { readonly title: string; readonly text: string; readonly type: 'signin'; readonly value: string },
        ];
      };
    }
  | {
      readonly statusCode: 401;
      readonly type: 'application/vnd.microsoft.error.incorrectAuthCode';
      readonly value: { readonly code: '401'; readonly message: string };
    }
  | {
      readonly statusCode: 412;
      readonly type: 'application/vnd.microsoft.error.preconditionFailed';
      readonly value: { readonly code: '412'; readonly message: string };
    };

/**
 * @param text what the person reads
 * @returns undefined where the sentence is all: they press again, and are asked anew
 */
export const signInBody = (answer: Unconfirmed, text: string, words: Words): SignInBody | undefined => {
  if (answer.is === 'asked') {
    const { id, address, exchange } = answer.request;
    const title = words.plain('signin.request.button');
    return {
      statusCode: 401,
      type: 'application/vnd.microsoft.activity.loginRequest',
      value: {
        ...{ text, connectionName: CONNECTION },
        ...(exchange === undefined ? {} : { tokenExchangeResource: { id, uri: exchange } }),
        buttons: [{ title, text: title, type: 'signin', value: address }],
      },
    };
  }
  // The client then shows the button of the login request.
  if (answer.proof === 'token') {
    const value = { code: '412', message: text } as const;
    return { statusCode: 412, type: 'application/vnd.microsoft.error.preconditionFailed', value };
  }
  return answer.fault === 'wrongCode'
    ? {
        statusCode: 401,
        type: 'application/vnd.microsoft.error.incorrectAuthCode',
        value: { code: '401', message: text },
      }
    : undefined;
};
