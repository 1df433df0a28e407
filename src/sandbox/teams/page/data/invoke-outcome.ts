import type { InvokeResult } from '../../api.ts';

/** What pressing a card's button led to, as far as the one who pressed it is concerned. */
export type Outcome =
  | { readonly kind: 'card'; readonly card: unknown }
  /** With `answer` where a message has answered the press already: the page shows that one. */
  | { readonly kind: 'message'; readonly text: string; readonly answer?: string }
  | { readonly kind: 'sent' }
  /** The bot answered with an error. */
  | { readonly kind: 'failed'; readonly code: string }
  /** The bot gave no answer, or none that Teams takes. */
  | { readonly kind: 'unreachable'; readonly code: string };

const errorCode = ({ status, body }: InvokeResult): string => {
  const { code } = (body?.value ?? {}) as { code?: unknown };
  return typeof code === 'string' ? code : `Status ${body?.statusCode ?? status}`;
};

/** Reads a bot's answer to a press as Teams does: a card, a message or an error; anything else is no answer. */
export const outcomeOf = (result: InvokeResult): Outcome => {
  const { status, body } = result;
  if (status === 202 && !body) return { kind: 'sent' };
  if (status === 200 && (body?.statusCode ?? 200) === 200) {
    if (body?.type === 'application/vnd.microsoft.card.adaptive') return { kind: 'card', card: body.value };
    if (body?.type === 'application/vnd.microsoft.activity.message' && typeof body.value === 'string')
      return { kind: 'message', text: body.value };
  }
  const isError = status === 200 && body?.type === 'application/vnd.microsoft.error';
  return { kind: isError ? 'failed' : 'unreachable', code: errorCode(result) };
};
