import type { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { ServerTime } from '#platform/http/exchange.ts';
import type { Http } from '#platform/http/http.ts';
import { HttpFailure } from '#platform/http/message.ts';
import { networkTrouble } from '#platform/http/network-trouble.ts';
import type { ForwardProxy } from '#platform/http/proxy.ts';
import { certificatesIn } from '#platform/identity/certificate.ts';
import { type Clock, MINUTE, SECOND } from '#platform/lib/clock.ts';
import { Failing, type Found, type Line, works } from './report.ts';

/** The authorities in the file of NODE_EXTRA_CA_CERTS: Node leaves out, with only a warning, what it cannot read. */
export const checkCertificates = async (file: string | undefined, clock: Clock): Promise<Found<undefined>> => {
  if (!file) return works({ text: 'doctor.certificates.none' });
  const certificates = readCertificates(file);
  const count = certificates.length;
  const expired = certificates.filter(({ validTo }) => Date.parse(validTo) < clock.now()).length;
  if (expired === count) throw new Failing({ text: 'doctor.certificates.expired', values: { count } });
  return works({ text: 'doctor.certificates.read', values: { count, expired } });
};

const readCertificates = (file: string): readonly X509Certificate[] => {
  try {
    const found = certificatesIn(readFileSync(file, 'utf8'));
    if (found.length > 0) return found;
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    throw new Failing({ text: 'doctor.certificates.unreadable', values: { code } });
  }
  throw new Failing({ text: 'doctor.certificates.empty' });
};

/** Asks a server for its root, without any credential: whatever it answers, it is reached. */
const reach = async (http: Http, address: string, deadlineMs: number): Promise<void> => {
  const { origin } = new URL(address);
  try {
    await http.send({ method: 'GET', url: `${origin}/`, origin, retry: 'none', deadlineMs });
  } catch (error) {
    const answered = error instanceof HttpFailure && ['too-large', 'unreadable'].includes(error.kind);
    if (!answered) throw error;
  }
};

interface Way {
  readonly http: Http;
  readonly proxy: ForwardProxy | undefined;
  readonly deadlineMs: number;
  readonly isSandbox: boolean;
}

/** Only what the proxy itself does counts here: a server behind it has a check of its own. */
export const checkProxy = async (way: Way, origins: readonly string[]): Promise<Found<undefined>> => {
  if (!way.proxy) return works({ text: 'doctor.proxy.none' });
  let code = '';
  for (const origin of origins) {
    const refusal = await proxyRefusal(way, origin);
    if (refusal === undefined) return works({ text: 'doctor.proxy.works' });
    code = refusal;
  }
  const hosts = origins.map((origin) => new URL(origin).host).join(', ');
  throw new Failing({ text: 'doctor.proxy.refusesAll', values: { code, hosts } });
};

/** The status with which the proxy keeps Steward from this host; undefined when it makes a way. */
const proxyRefusal = async ({ http, deadlineMs }: Way, origin: string): Promise<string | undefined> => {
  try {
    await reach(http, origin, deadlineMs);
  } catch (error) {
    const { trouble, code } = networkTrouble(error);
    if (trouble === 'proxyRefused') return code;
    const fault = proxyFault(error, new URL(origin).host);
    if (fault) throw new Failing(fault);
  }
  return undefined;
};

const proxyFault = (error: unknown, host: string): Line | undefined => {
  const { trouble, code } = networkTrouble(error);
  if (trouble === 'proxyPassword') return { text: 'doctor.network.proxyPassword' };
  if (trouble === 'refused' || trouble === 'unknownHost') return { text: 'doctor.proxy.away', values: { code } };
  const isEnded = trouble === 'unanswered' || trouble === 'broken';
  const isUnsent = error instanceof HttpFailure && error.kind === 'not-sent';
  return isEnded && isUnsent ? { text: 'doctor.proxy.noWay', values: { host } } : undefined;
};

export const checkHost = async ({ http, deadlineMs, isSandbox }: Way, address: string): Promise<Found<undefined>> => {
  await reach(http, address, deadlineMs).catch((error: unknown) => {
    if (!isSandbox || networkTrouble(error).trouble !== 'refused') throw error;
    throw new Failing({ text: 'doctor.host.noSandbox', values: { host: new URL(address).host } });
  });
  return works({ text: 'doctor.host.works' });
};

/** The gate allows five minutes. */
const MOST_MS = 4 * MINUTE;

/** @throws Failing when our clock differs from the servers' by so much that tokens and messages are refused */
export const checkClock = async (time: ServerTime): Promise<Found<undefined>> => {
  const ahead = time.ahead();
  if (ahead === undefined) throw new Failing({ text: 'doctor.clock.unknown' });
  const off = Math.abs(ahead);
  if (off < MOST_MS) return works({ text: 'doctor.clock.works', values: { seconds: Math.round(off / SECOND) } });
  const values = { minutes: Math.round(off / MINUTE), way: ahead > 0 ? 'ahead' : 'behind' };
  throw new Failing({ text: 'doctor.clock.wrong', values });
};
