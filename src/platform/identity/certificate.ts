import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { iso } from '#platform/lib/clock.ts';
import type { TextKey } from '#platform/lib/errors.ts';
import { SignInError } from './sign-in-error.ts';

/** A certificate with its private key. */
interface Certificate {
  /** PKCS#8 in PEM. */
  readonly privateKey: string;
  /** PEM: the certificate itself, then its chain. */
  readonly chain: string;
  /** SHA-256 of the certificate, in hexadecimal digits. */
  readonly thumbprint: string;
  /** Milliseconds since 1970. */
  readonly endsAt: number;
}

const CERTIFICATE = /-----BEGIN CERTIFICATE-----(?:(?!-----)[\s\S])+-----END CERTIFICATE-----/g;
const KEY = /-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----(?:(?!-----)[\s\S])+-----END (?:[A-Z]+ )?PRIVATE KEY-----/;
/** As the signature of the assertion needs it. */
const LEAST_BITS = 2_048;
const ENCRYPTED = /-----BEGIN ENCRYPTED PRIVATE KEY-----|Proc-Type: 4,ENCRYPTED/;

/** Reads a PEM file with key, certificate and chain. @param setting that leads to it @throws SignInError that never shows what is in it */
export const readCertificate = (pem: string, setting: string, now: number): Certificate => {
  const wrong = (text: TextKey, date = 0): SignInError =>
    new SignInError({ text, values: { setting, date: iso(date).slice(0, 10) } });
  if (ENCRYPTED.test(pem)) throw wrong('identity.certificate.encrypted');
  const key = readKey(pem);
  if (!key) throw wrong('identity.certificate.noKey');
  const { modulusLength = 0 } = key.asymmetricKeyDetails ?? {};
  if (key.asymmetricKeyType !== 'rsa' || modulusLength < LEAST_BITS) throw wrong('identity.certificate.noRsa');
  const certificates = readCertificates(pem);
  if (certificates.length === 0) throw wrong('identity.certificate.none');
  const own = certificates.find((certificate) => certificate.checkPrivateKey(key));
  if (!own) throw wrong('identity.certificate.otherKey');
  const [beginsAt, endsAt] = [own.validFromDate.getTime(), own.validToDate.getTime()];
  if (endsAt <= now) throw wrong('identity.certificate.expired', endsAt);
  if (beginsAt > now) throw wrong('identity.certificate.early', beginsAt);
  const chain = [own, ...certificates.filter((certificate) => certificate !== own)];
  return {
    privateKey: key.export({ type: 'pkcs8', format: 'pem' }).toString(),
    chain: chain.map(String).join('\n'),
    thumbprint: own.fingerprint256.replaceAll(':', '').toLowerCase(),
    endsAt,
  };
};

const readKey = (pem: string): KeyObject | undefined => {
  try {
    return createPrivateKey(KEY.exec(pem)?.[0] ?? '');
  } catch {
    return undefined;
  }
};

/** The certificates of a PEM file, in its order. @throws Error for one that is none */
export const certificatesIn = (pem: string): readonly X509Certificate[] =>
  (pem.match(CERTIFICATE) ?? []).map((one) => new X509Certificate(one));

const readCertificates = (pem: string): readonly X509Certificate[] => {
  try {
    return certificatesIn(pem);
  } catch {
    return [];
  }
};
