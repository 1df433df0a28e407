import { errorFromFailure, VendorError } from '#cloud/errors/errors.ts';
import type { ManagementSettings } from '#platform/config/vendor-settings.ts';
import { HttpFailure } from '#platform/http/message.ts';
import { type AccessToken, type AppSignIn, createAccessToken } from '#platform/identity/access-token.ts';
import { SignInError, type SignInRefusal } from '#platform/identity/sign-in-error.ts';
import type { TextKey } from '#platform/lib/errors.ts';

export interface AppToken extends AccessToken {
  /** @throws VendorError: the call itself was not sent */
  get(correlation: string): ReturnType<AccessToken['get']>;
}

type Deps = Pick<AppSignIn, 'http' | 'clock'> & { readonly settings: ManagementSettings };

/** @param scope of the service; that of the management API when absent */
export const cloudSignIn = ({ http, clock, settings }: Deps, scope = `${settings.baseUrl}/.default`): AppSignIn => ({
  ...{ http, clock, scope },
  owner: 'cloud',
  credential: settings.credential,
  tokenUrl: settings.tokenUrl,
});

/** Steward's token for a service of the cloud (docs/sources.md, Sign-in). */
export const createAppToken = (deps: Deps, scope?: string): AppToken => {
  const token = createAccessToken(cloudSignIn(deps, scope));
  return {
    get: (correlation) =>
      token.get(correlation).catch((error: unknown) => {
        if (error instanceof SignInError) throw ofSignIn(error, correlation);
        throw error instanceof HttpFailure ? notCarriedOut(errorFromFailure(error, correlation)) : error;
      }),
    drop: token.drop,
  };
};

/** Whatever happened to the token request, the call itself was not sent. */
const notCarriedOut = (error: VendorError): VendorError =>
  new VendorError({
    code: error.code,
    text: error.arrived === 'maybe' ? 'vendor.error.unreachable' : error.textKey,
    target: error.target,
    arrived: 'no',
    retryable: error.retryable,
    correlationId: error.correlationId,
    retryAfterMs: error.retryAfterMs,
    cause: error.cause,
  });

export const ofSignIn = (error: SignInError, correlationId: string): VendorError => {
  const { refusal, retryable, status, retryAfterMs } = error;
  return new VendorError({
    code: 'Vendor.SignIn',
    text: retryable ? 'vendor.error.unavailable' : signInText(refusal),
    arrived: 'no',
    retryable,
    status: status ?? 0,
    vendorCode: refusal?.code ?? '',
    vendorMessage: refusal?.description ?? '',
    requestId: refusal?.traceId,
    correlationId,
    retryAfterMs,
    cause: error,
  });
};

/** Who has to correct what. The numbers may change without notice: for any other the general text is true. */
const byNumber: ReadonlyMap<number, TextKey> = new Map<number, TextKey>([
  [7000215, 'vendor.error.signInSecret'],
  [7000222, 'vendor.error.signInSecretExpired'],
  [700016, 'vendor.error.signInApplication'],
  [7000112, 'vendor.error.signInApplication'],
  [90002, 'vendor.error.signInTenant'],
  [900023, 'vendor.error.signInTenant'],
  [500011, 'vendor.error.signInResource'],
  [1002012, 'vendor.error.signInResource'],
  [53003, 'vendor.error.signInBlocked'],
]);

/** What people read of a sign-in that refused. */
const signInText = (refusal: SignInRefusal | undefined): TextKey =>
  byNumber.get(refusal?.number ?? 0) ?? 'vendor.error.signIn';
