import { changesPolicy } from '#engine/changes/decision/rules.ts';
import { peopleSignInOf } from '#features/sign-in-wiring.ts';
import type { Http } from '#platform/http/http.ts';
import { directoryAddresses } from '#platform/identity/cloud.ts';
import { readPersonKeys } from '#platform/identity/person-token.ts';
import { AppError } from '#platform/lib/errors.ts';
import type { Policy } from '#policy/policy.ts';
import { openTokenKeys } from '#teams/fresh-sign-in/token-keys.ts';
import type { Setup } from './examine.ts';
import { type Checked, Failing, type Found, type Report, works } from './report.ts';

/**
 * Where people are to sign in: whether the directory's keys can be read; and what only a person can see, the
 * registration of the application.
 */
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
