import type { Envelope } from './operation.ts';

/** More documented fields of an error, beside code and message. */
export interface RefusalExtras {
  readonly target?: string;
  readonly details?: readonly unknown[];
  readonly additionalInfo?: readonly unknown[];
}

/** An error that the vendor returns. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;
  readonly code: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly extras: RefusalExtras;

  constructor(
    status: number,
    code: string,
    message: string,
    headers: Readonly<Record<string, string>> = {},
    extras: RefusalExtras = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.headers = headers;
    this.extras = extras;
  }
}

/** `{error: {code, message, …}}`: most management errors (document 1, Errors; document 2, Errors). */
export const nested: Envelope = ({ code, message, extras }) => ({ error: { code, message, ...extras } });
