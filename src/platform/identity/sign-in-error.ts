import { z } from 'zod';
import type { HttpResponse } from '#platform/http/message.ts';
import { retryAfterMs } from '#platform/http/retry.ts';
import { AppError, type TextKey, type TextValues } from '#platform/lib/errors.ts';
import { clean } from '#platform/lib/text.ts';
import { type Credential, credentialNames, type Owner, proofName } from './credential.ts';

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

/** No token: the service refuses or is down, or what Steward signs in with cannot be used. The text says what to do, for operators. */
export class SignInError extends AppError {
  override readonly name = 'SignInError';
  /** What the service said, where it was asked. */
  readonly refusal: SignInRefusal | undefined;
  readonly status: number | undefined;
  readonly retryAfterMs: number | undefined;

  constructor(options: {
    readonly text: TextKey;
    readonly values: TextValues;
    readonly retryable?: boolean;
    readonly refusal?: SignInRefusal;
    readonly status?: number;
    readonly retryAfterMs?: number | undefined;
    readonly cause?: unknown;
  }) {
    const { text, values, retryable = false, refusal } = options;
    super({ code: 'Identity.SignIn', text, values, retryable, cause: options.cause ?? refusal });
    this.refusal = refusal;
    this.status = options.status;
    this.retryAfterMs = options.retryAfterMs;
  }
}

/** Entra ID's numbers for what somebody has to change. They may change without notice: for any other the general text is true. */
const byNumber: ReadonlyMap<number, TextKey> = new Map<number, TextKey>([
  [7000215, 'identity.signIn.wrongSecret'],
  [7000222, 'identity.signIn.expiredSecret'],
  [700016, 'identity.signIn.unknownApp'],
  [7000112, 'identity.signIn.disabledApp'],
  [7000229, 'identity.signIn.noPrincipal'],
  [90002, 'identity.signIn.unknownTenant'],
  [900023, 'identity.signIn.unknownTenant'],
  [500011, 'identity.signIn.otherCloud'],
  [1002012, 'identity.signIn.otherCloud'],
  [53003, 'identity.signIn.conditionalAccess'],
  [700027, 'identity.signIn.unknownCertificate'],
  [700023, 'identity.signIn.otherAudience'],
  [700024, 'identity.signIn.otherTime'],
  [70021, 'identity.signIn.noFederation'],
  [700211, 'identity.signIn.noFederation'],
  [700212, 'identity.signIn.noFederation'],
  [700213, 'identity.signIn.noFederation'],
]);

/** Says nothing about the credential: the next try may succeed. */
const isPassing = (status: number, isManaged: boolean): boolean =>
  status === 408 || status === 429 || status >= 500 || (isManaged && (status === 404 || status === 410));

/** The error for an answer without a token; a managed identity being updated answers 404 or 410. @param now for a Retry-After with a date */
export const refusedSignIn = (answer: HttpResponse, credential: Credential, owner: Owner, now: number): SignInError => {
  const { status } = answer;
  const isManaged = credential.kind === 'managed';
  const refusal = new SignInRefusal(answer.text);
  const { id, tenant } = credentialNames[owner];
  const { number, code, description } = refusal;
  const said = { code: code || String(status), number: String(number ?? ''), message: description || '—' };
  const values = { id, secret: proofName(credential, owner), tenant, ...said };
  const wait = { status, retryAfterMs: retryAfterMs(answer.headers['retry-after'], now) };
  if (isPassing(status, isManaged))
    return new SignInError({ text: 'identity.signIn.busy', values, retryable: true, refusal, ...wait });
  if (isManaged) return new SignInError({ text: 'identity.signIn.managed', values, refusal, status });
  const known = number === undefined ? undefined : byNumber.get(number);
  const other = code === 'invalid_client' ? 'identity.signIn.idOrSecret' : 'identity.signIn.refused';
  const text = known ?? (number === undefined ? other : 'identity.signIn.otherNumber');
  return new SignInError({ text, values, refusal, status });
};
