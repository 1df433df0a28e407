import { errorFromFailure, VendorError } from '#cloud/errors/errors.ts';
import { signInText } from '#cloud/errors/sign-in-error.ts';
import type { ManagementSettings } from '#platform/config/vendor-settings.ts';
import { HttpFailure } from '#platform/http/message.ts';
import { type AccessToken, createAccessToken } from '#platform/identity/access-token.ts';
import type { AppSignIn } from '#platform/identity/app-sign-in.ts';
import { SignInError } from '#platform/identity/sign-in-error.ts';

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
