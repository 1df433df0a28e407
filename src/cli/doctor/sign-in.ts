import { createAppToken } from '../../api/services/auth.ts';
import type { ManagementSettings } from '../../api/services/settings.ts';
import { readChannelKeys } from '../../bot/gate/channel-keys.ts';
import { type BotTokenDeps, createBotToken } from '../../connector/token.ts';
import type { ChannelTrust } from '../../connector/trust.ts';
import type { Http } from '../../http/http.ts';
import { SignInRefusal } from '../../http/sign-in-refusal.ts';
import type { Clock } from '../../lib/clock.ts';
import { AppError } from '../../lib/errors.ts';
import type { TextKey } from '../../lib/text-key.ts';
import { Failing, type Found, type Line, works } from './report.ts';

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

/** The names of the settings that a sign-in is made of. */
interface Names {
  readonly id: string;
  readonly secret: string;
  readonly tenant: string;
}

const botNames: Names = { id: 'MicrosoftAppId', secret: 'MicrosoftAppPassword', tenant: 'MicrosoftAppTenantId' };
const cloudNames: Names = { id: 'VENDOR_CLIENT_ID', secret: 'VENDOR_CLIENT_SECRET', tenant: 'VENDOR_TOKEN_URL' };

export const checkBotSignIn = async (deps: BotTokenDeps): Promise<Found<undefined>> => {
  await createBotToken(deps).current().catch(explained(botNames));
  return works({ text: 'doctor.signIn.works' });
};

export const checkCloudSignIn = async (
  deps: { readonly http: Http; readonly settings: ManagementSettings; readonly clock: Clock },
  correlation: string,
): Promise<Found<undefined>> => {
  await createAppToken(deps).get(correlation).catch(explained(cloudNames));
  return works({ text: 'doctor.signIn.works' });
};

const explained =
  (names: Names) =>
  (error: unknown): never => {
    const refusal = error instanceof Error ? error.cause : undefined;
    throw refusal instanceof SignInRefusal ? new Failing(ofRefusal(refusal, names)) : error;
  };

/** Entra ID's numbers for what somebody has to change. */
const byNumber: ReadonlyMap<number, TextKey> = new Map([
  [7000215, 'doctor.signIn.wrongSecret'],
  [7000222, 'doctor.signIn.expiredSecret'],
  [700016, 'doctor.signIn.unknownApp'],
  [7000112, 'doctor.signIn.disabledApp'],
  [7000229, 'doctor.signIn.noPrincipal'],
  [90002, 'doctor.signIn.unknownTenant'],
  [900023, 'doctor.signIn.unknownTenant'],
  [500011, 'doctor.signIn.otherCloud'],
  [1002012, 'doctor.signIn.otherCloud'],
  [53003, 'doctor.signIn.conditionalAccess'],
]);

const ofRefusal = ({ number, code, correlationId, traceId }: SignInRefusal, names: Names): Line => {
  const ids = {
    ...(correlationId === undefined ? {} : { correlation: correlationId }),
    ...(traceId === undefined ? {} : { trace: traceId }),
  };
  const values = { ...names, code: code || '—', number: String(number ?? '') };
  const known = number === undefined ? undefined : byNumber.get(number);
  if (known !== undefined) return { text: known, values, ids };
  if (number !== undefined) return { text: 'doctor.signIn.otherNumber', values, ids };
  return { text: code === 'invalid_client' ? 'doctor.signIn.idOrSecret' : 'doctor.signIn.refused', values, ids };
};
