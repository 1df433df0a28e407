import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

/** A key with its certificate, both PEM. */
export interface Certificate {
  readonly key: string;
  readonly cert: string;
}

/** A certificate authority of one test, unknown to every machine. */
export interface Authority {
  /** Its certificate, for those who shall trust it. */
  readonly cert: string;
  /** A certificate of a server with these names. */
  issue(hosts: readonly string[]): Certificate;
  /** A certificate of an application, with an RSA key. */
  issueToApplication(validity?: Validity): Certificate;
}

/** In milliseconds since 1970. */
interface Validity {
  readonly from: number;
  readonly until: number;
}

/** Creates an authority with a new key; what it signs is valid for a day, if nothing else is said (RFC 5280). */
export const createAuthority = (name = "Northwind's own authority"): Authority => {
  const own = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const isAuthority = extension('551d13', sequence(der(0x01, Buffer.from([0xff]))));
  return {
    cert: certificate(name, name, own.publicKey, own.privateKey, isAuthority),
    issue(hosts) {
      const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      const names = extension('551d11', sequence(...hosts.map((host) => der(0x82, Buffer.from(host)))));
      return {
        key: pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
        cert: certificate(name, hosts[0] ?? '', pair.publicKey, own.privateKey, names),
      };
    },
    issueToApplication(validity = aDay()) {
      const pair = generateKeyPairSync('rsa', { modulusLength: 2_048 });
      const noAuthority = extension('551d13', sequence());
      return {
        key: pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
        cert: certificate(name, 'Steward', pair.publicKey, own.privateKey, noAuthority, validity),
      };
    },
  };
};

const DAY_MS = 86_400_000;
const aDay = (): Validity => ({ from: Date.now() - DAY_MS, until: Date.now() + DAY_MS });
const ECDSA_SHA256 = '2a8648ce3d040302';

const certificate = (
  issuer: string,
  subject: string,
  key: KeyObject,
  signer: KeyObject,
  ownExtension: Buffer,
  { from, until } = aDay(),
): string => {
  const algorithm = sequence(identifier(ECDSA_SHA256));
  const signed = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    algorithm,
    commonName(issuer),
    sequence(moment(from), moment(until)),
    commonName(subject),
    key.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(ownExtension)),
  );
  const signature = der(0x03, Buffer.concat([Buffer.from([0]), sign('sha256', signed, signer)]));
  const lines =
    sequence(signed, algorithm, signature)
      .toString('base64')
      .match(/.{1,64}/g) ?? [];
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n');
};

/** One value in DER: its tag, its length, its bytes. */
const der = (tag: number, value: Buffer): Buffer => {
  const { length } = value;
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), value]);
};
const sequence = (...values: Buffer[]): Buffer => der(0x30, Buffer.concat(values));
const identifier = (hex: string): Buffer => der(0x06, Buffer.from(hex, 'hex'));
const extension = (hex: string, value: Buffer): Buffer => sequence(identifier(hex), der(0x04, value));
const commonName = (name: string): Buffer =>
  sequence(der(0x31, sequence(identifier('550403'), der(0x0c, Buffer.from(name)))));
/** As `261123101500Z`. */
const moment = (ms: number): Buffer =>
  der(0x17, Buffer.from(`${new Date(ms).toISOString().slice(2, 19).replace(/\D/g, '')}Z`));
