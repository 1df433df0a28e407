import type { HttpResponse } from '#platform/http/message.ts';
import { retryAfterMs } from '#platform/http/retry.ts';
import { AppError, type TextValues } from '#platform/lib/errors.ts';
import type { TextKey } from '#platform/lib/text-key.ts';
import { type Credential, credentialNames, type Owner, proofName } from './credential.ts';
import { SignInRefusal } from './sign-in-refusal.ts';

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

/**
 * The error for an answer without a token. A managed identity service that is being updated answers 404 or 410.
 * @param now milliseconds since 1970, for a Retry-After with a date
 */
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
