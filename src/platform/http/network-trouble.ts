/** Why a server could not be reached, as far as somebody can do something about it. */
type NetworkTrouble =
  | 'proxyPassword'
  | 'proxyRefused'
  | 'unknownAuthority'
  | 'wrongCertificate'
  | 'unknownHost'
  | 'refused'
  | 'broken'
  | 'unanswered';

/** Node's names, which are OpenSSL's and the operating system's; any other name means a broken connection. */
const byCode: ReadonlyMap<string, NetworkTrouble> = new Map([
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'unknownAuthority'],
  ['UNABLE_TO_GET_ISSUER_CERT', 'unknownAuthority'],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'unknownAuthority'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'unknownAuthority'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'unknownAuthority'],
  ['CERT_HAS_EXPIRED', 'wrongCertificate'],
  ['CERT_NOT_YET_VALID', 'wrongCertificate'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'wrongCertificate'],
  ['ENOTFOUND', 'unknownHost'],
  ['EAI_AGAIN', 'unknownHost'],
  ['ECONNREFUSED', 'refused'],
  ['ETIMEDOUT', 'unanswered'],
  ['EHOSTUNREACH', 'unanswered'],
  ['ENETUNREACH', 'unanswered'],
  ['UND_ERR_CONNECT_TIMEOUT', 'unanswered'],
]);

const SYSTEM_NAME = /^[A-Z][A-Z0-9_]+$/;

/** As undici tells what a proxy answered to CONNECT. */
const PROXY = /^Proxy response \((\d{3})\)/;

/** The status with which a proxy refused the way to a server, which then heard nothing; undefined for every other error. */
export const proxyStatus = (error: unknown): string | undefined =>
  error instanceof Error ? PROXY.exec(error.message)?.[1] : undefined;

/** The most causes that are followed; an error may be its own cause. */
const MAX_CAUSES = 5;

const chain = (error: unknown, causes = MAX_CAUSES): readonly Error[] =>
  error instanceof Error && causes > 0 ? [error, ...chain(error.cause, causes - 1)] : [];

interface Found {
  readonly trouble: NetworkTrouble;
  /** The code of the system, or the proxy's status; empty when there is none. */
  readonly code: string;
}

/** The system's own words, such as `connect ECONNREFUSED 127.0.0.1:9`; undefined where it said nothing. */
export const systemMessage = (error: unknown): string | undefined =>
  chain(error).find((one) => 'code' in one && SYSTEM_NAME.test(String(one.code)))?.message;

/** @param error of a request that got no answer */
export const networkTrouble = (error: unknown): Found => {
  const errors = chain(error);
  const status = errors.map(proxyStatus).find((one) => one !== undefined);
  if (status !== undefined) return { trouble: status === '407' ? 'proxyPassword' : 'proxyRefused', code: status };
  const codes = errors.map((one) => ('code' in one ? String(one.code) : '')).filter((code) => SYSTEM_NAME.test(code));
  const code = codes.find((one) => byCode.has(one)) ?? codes[0];
  return code === undefined ? { trouble: 'unanswered', code: '' } : { trouble: byCode.get(code) ?? 'broken', code };
};
