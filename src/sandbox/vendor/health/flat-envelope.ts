import type { Envelope } from '../operation.ts';

/** `{code, message, details}`, details a text (document 2, Errors). */
export const flat: Envelope = ({ code, message, extras }) => ({
  code,
  message,
  details: (extras.details ?? []).map((detail) => (detail as { readonly message: string }).message).join(' '),
});
