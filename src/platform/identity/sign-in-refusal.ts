import { z } from 'zod';
import { clean } from '#platform/lib/text.ts';

const id = z
  .string()
  .regex(/^[\w-]{1,64}$/)
  .optional()
  .catch(undefined);

/** RFC 6749, 5.2, and what Entra ID adds to it. */
const body = z.object({
  error: z.string().catch(''),
  error_description: z.string().catch(''),
  error_codes: z.array(z.int()).catch([]),
  correlation_id: id,
  trace_id: id,
});

/** Entra ID's number in the description, for answers without `error_codes`. */
const NUMBER = /\bAADSTS(\d{5,8})\b/;

/** Why a sign-in service gave no token; its message has no sentence of the service's. */
export class SignInRefusal extends Error {
  override readonly name = 'SignInRefusal';
  /** `AADSTS…` where it said such a number, else OAuth's word; empty when it said none. */
  readonly code: string;
  /** The first sentence of its description. */
  readonly description: string;
  /** Entra ID's number, the digits behind `AADSTS`. */
  readonly number: number | undefined;
  readonly correlationId: string | undefined;
  readonly traceId: string | undefined;

  /** @param text the body of its answer */
  constructor(text: string) {
    const said = body.safeParse(parsed(text)).data;
    const number = said?.error_codes[0] ?? numberIn(said?.error_description ?? '');
    const code = number === undefined ? clean(said?.error ?? '', 100) : `AADSTS${number}`;
    super(code);
    this.code = code;
    this.description = clean(said?.error_description.split('Trace ID:', 1)[0] ?? '');
    this.number = number;
    this.correlationId = said?.correlation_id;
    this.traceId = said?.trace_id;
  }
}

const numberIn = (description: string): number | undefined => {
  const [, digits] = NUMBER.exec(description) ?? [];
  return digits === undefined ? undefined : Number(digits);
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
