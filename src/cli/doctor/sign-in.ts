import { readChannelKeys } from '#bot/gate/channel-keys.ts';
import type { Http } from '#platform/http/http.ts';
import { HttpFailure } from '#platform/http/message.ts';
import { createAccessToken } from '#platform/identity/access-token.ts';
import type { AppSignIn } from '#platform/identity/app-sign-in.ts';
import { proofName } from '#platform/identity/credential.ts';
import { endOf, WARNING_DAYS } from '#platform/identity/expiry.ts';
import { DAY, iso } from '#platform/lib/clock.ts';
import { AppError } from '#platform/lib/errors.ts';
import type { ChannelTrust } from '#teams/connector/trust.ts';
import { Failing, type Found, works } from './report.ts';

/** The keys that sign Teams' requests. */
export const checkKeys = async (http: Http, trust: ChannelTrust): Promise<Found<undefined>> => {
  const { keys, issuer } = await readChannelKeys(http, trust.openIdUrl).catch((error: unknown) => {
    throw error instanceof AppError
      ? error
      : new Failing({ text: 'doctor.keys.unreadable', values: { address: trust.openIdUrl } });
  });
  const count = keys.filter(({ endorsements }) => endorsements.includes('msteams')).length;
  if (count === 0) throw new Failing({ text: 'doctor.keys.none' });
  if (issuer !== undefined && issuer !== trust.issuer)
    throw new Failing({ text: 'doctor.keys.otherIssuer', values: { issuer, expected: trust.issuer } });
  return works({ text: 'doctor.keys.works', values: { count } });
};

/** The token is fetched as Steward fetches it; who has no secret signs in through the library. */
export const checkSignIn = async (signIn: AppSignIn, correlation: string): Promise<Found<undefined>> => {
  await createAccessToken(signIn)
    .get(correlation)
    .catch((error: unknown) => {
      throw notInAzure(signIn, error) ?? error;
    });
  const endsAt = await endOf(signIn);
  if (endsAt === undefined) return works({ text: 'doctor.signIn.works' });
  const days = Math.floor((endsAt - signIn.clock.now()) / DAY);
  const values = { secret: proofName(signIn.credential, signIn.owner), date: iso(endsAt).slice(0, 10), days };
  return days > WARNING_DAYS[0]
    ? works({ text: 'doctor.signIn.ends', values })
    : { ...works({ text: 'doctor.signIn.endsSoon', values }), state: 'byHand' };
};

/** A managed identity's service is on the host itself. */
const notInAzure = ({ credential }: AppSignIn, error: unknown): Failing | undefined => {
  if (credential.kind !== 'managed' || !(error instanceof HttpFailure)) return undefined;
  return new Failing({ text: 'doctor.signIn.notInAzure', values: { host: String(error.values['host']) } });
};
