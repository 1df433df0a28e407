import type { Envelope } from './operation.ts';

/** More documented fields of an error, beside code and message. */
interface RefusalExtras {
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

/** `{error: {code, message, …}}`: most management errors (docs/sources.md, Errors and limits). */
export const nested: Envelope = ({ code, message, extras }) => ({ error: { code, message, ...extras } });
