import type { InvokeResult } from '../../api.ts';

export interface SignInRequest {
  readonly kind: 'sign-in';
  readonly text: string;
  readonly button: string;
  readonly url: string;
  /** Whether the window is open. */
  readonly isOpen?: true;
}

/** The window was closed, the browser opened none, the page said that it failed, or the bot did not take what it handed over. */
export type SignInFailure = 'closed' | 'blocked' | 'failed' | 'refused';

/** What pressing a card's button led to, as far as the one who pressed it is concerned. */
export type Outcome =
  | { readonly kind: 'card'; readonly card: unknown }
  /** With `answer` where a message has answered the press already: the page shows that one. */
  | { readonly kind: 'message'; readonly text: string; readonly answer?: string }
  | { readonly kind: 'sent' }
  /** The bot wants a sign-in first: a window at this address, which `button` opens. */
  | SignInRequest
  /** What came of that window, where it is no answer of the bot. */
  | { readonly kind: 'not-signed-in'; readonly why: SignInFailure; readonly request: SignInRequest }
  /** The bot answered with an error. */
  | { readonly kind: 'failed'; readonly code: string }
  /** The bot gave no answer, or none that Teams takes. */
  | { readonly kind: 'unreachable'; readonly code: string };

const errorCode = ({ status, body }: InvokeResult): string => {
  const { code } = (body?.value ?? {}) as { code?: unknown };
  return typeof code === 'string' ? code : `Status ${body?.statusCode ?? status}`;
};

interface LoginRequest {
  readonly text?: string | null;
  readonly buttons: readonly { readonly title: string; readonly value: string }[];
}

const signInRequestOf = (body: InvokeResult['body']): SignInRequest | undefined => {
  if (body?.type !== 'application/vnd.microsoft.activity.loginRequest') return undefined;
  const { text, buttons } = body.value as LoginRequest;
  const [button] = buttons;
  return (
    button && { kind: 'sign-in', text: text || 'Please sign in to continue.', button: button.title, url: button.value }
  );
};

/** Whether the bot did not take what a sign-in brought. */
export const refusesSignIn = ({ body }: InvokeResult): boolean =>
  body?.type === 'application/vnd.microsoft.error.incorrectAuthCode' ||
  body?.type === 'application/vnd.microsoft.error.preconditionFailed';

/** Reads a bot's answer to a press as Teams does: a card, a message, a sign-in or an error; anything else is no answer. */
export const outcomeOf = (result: InvokeResult): Outcome => {
  const { status, body } = result;
  if (status === 202 && !body) return { kind: 'sent' };
  if (status === 200 && (body?.statusCode ?? 200) === 200) {
    if (body?.type === 'application/vnd.microsoft.card.adaptive') return { kind: 'card', card: body.value };
    if (body?.type === 'application/vnd.microsoft.activity.message' && typeof body.value === 'string')
      return { kind: 'message', text: body.value };
  }
  const request = status === 200 ? signInRequestOf(body) : undefined;
  if (request) return request;
  const isError = status === 200 && body?.type === 'application/vnd.microsoft.error';
  return { kind: isError ? 'failed' : 'unreachable', code: errorCode(result) };
};
