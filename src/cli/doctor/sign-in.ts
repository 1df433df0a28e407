import { readChannelKeys } from '#bot/gate/channel-keys.ts';
import { changesPolicy } from '#engine/changes/decision/rules.ts';
import { peopleSignInOf } from '#features/sign-in-wiring.ts';
import type { Http } from '#platform/http/http.ts';
import { HttpFailure } from '#platform/http/message.ts';
import { type AppSignIn, createAccessToken } from '#platform/identity/access-token.ts';
import { directoryAddresses, isOfCloud } from '#platform/identity/cloud.ts';
import { proofName } from '#platform/identity/credential.ts';
import { endOf, WARNING_DAYS } from '#platform/identity/credential-expiry.ts';
import { readPersonKeys } from '#platform/identity/person-token.ts';
import { DAY, iso } from '#platform/lib/clock.ts';
import { AppError } from '#platform/lib/errors.ts';
import type { Policy } from '#policy/policy.ts';
import type { ChannelTrust } from '#teams/connector/trust.ts';
import { openTokenKeys } from '#teams/fresh-sign-in/token-keys.ts';
import type { Setup } from './examine.ts';
import { type Checked, Failing, type Found, type Report, works } from './report.ts';

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

/** Whether the keys of people's directory can be read; the application's registration only a person can see. */
export const askForPeople = (
  report: Report,
  { config, trust }: Setup,
  http: Http,
  policy: Policy,
  after: Checked<unknown>,
): void => {
  const settings = peopleSignInOf(config, trust);
  const inNameOfPeople = config.vendorAuth === 'user';
  if (!inNameOfPeople && !changesPolicy(policy).rules.some(({ confirm }) => confirm)) return;
  report.check({ text: 'doctor.check.peopleSignIn' }, [after], async (): Promise<Found<undefined>> => {
    // A policy that wants it is not in force then, and is reported as such.
    if (!settings) throw new Failing({ text: 'doctor.peopleSignIn.nobody' });
    const { keysUrl, issuer } = directoryAddresses(settings.tokenUrl);
    await readPersonKeys(http, keysUrl, issuer).catch((error: unknown) => {
      throw error instanceof AppError
        ? error
        : new Failing({ text: 'doctor.peopleSignIn.noKeys', values: { address: keysUrl } });
    });
    const { publicUrl, exchange } = settings;
    const address = `${publicUrl()}/sign-in/callback`;
    if (inNameOfPeople) checkTokenKeys(config.secretsDir);
    const values = { address, single: exchange !== undefined, exchange: exchange ?? '', inNameOfPeople };
    return { ...works({ text: 'doctor.peopleSignIn.register', values }), state: 'byHand' };
  });
};

const checkTokenKeys = (secretsDir: string): void => {
  try {
    openTokenKeys(secretsDir);
  } catch (error) {
    throw new Failing({ text: 'doctor.peopleSignIn.tokenKeys', values: { problem: (error as Error).message } });
  }
};

/** Each address is of the cloud that CLOUD names, which the settings make sure of, and is asked by its names. */
export const checkCloud = ({ cloud, vendor }: Setup['config']): Found<undefined> => {
  const { namespace, management } = vendor;
  if (cloud === undefined || !management) return works({ text: 'doctor.cloud.none' });
  if (!isOfCloud(management.baseUrl, cloud)) return works({ text: 'doctor.cloud.own', values: { cloud } });
  const host = new URL(management.baseUrl).host;
  if (namespace !== 'Microsoft') throw new Failing({ text: 'doctor.cloud.namespace', values: { host } });
  return works({ text: 'doctor.cloud.works', values: { cloud } });
};
