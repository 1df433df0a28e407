import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkCertificates, checkProxy } from '#cli/doctor/network.ts';
import { Failing } from '#cli/doctor/report.ts';
import { HttpFailure } from '#platform/http/message.ts';
import { networkTrouble } from '#platform/http/network-trouble.ts';
import { DAY, systemClock } from '#platform/lib/clock.ts';
import { Secret } from '#platform/lib/secret.ts';
import { createAuthority } from '../../support/certificates.ts';
import { folderPerTest } from '../../support/temp-folder.ts';

const folder = folderPerTest();
const later = { now: () => systemClock.now() + 3 * DAY };

const writeAuthorities = (count: number): string => {
  const file = join(folder(), 'authorities.pem');
  writeFileSync(file, Array.from({ length: count }, () => createAuthority().cert).join(''));
  return file;
};

it('the authorities in the file are counted', async () => {
  expect(await checkCertificates(writeAuthorities(2), systemClock)).toMatchObject({
    values: { count: 2, expired: 0 },
  });
});

it('the check fails when every authority in the file has expired', async () => {
  const failure = await checkCertificates(writeAuthorities(2), later).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(Failing);
  expect(failure).toMatchObject({ lines: [{ text: 'doctor.certificates.expired', values: { count: 2 } }] });
});

const withCode = (code: string): Error => Object.assign(new Error('no'), { code });

it.each([
  ['proxyPassword', new Error('Proxy response (407) !== 200 when HTTP Tunneling')],
  ['proxyRefused', new Error('Proxy response (403) !== 200 when HTTP Tunneling')],
  ['unknownAuthority', withCode('SELF_SIGNED_CERT_IN_CHAIN')],
  ['wrongCertificate', withCode('ERR_TLS_CERT_ALTNAME_INVALID')],
  ['wrongCertificate', withCode('CERT_NOT_YET_VALID')],
  ['unknownHost', withCode('ENOTFOUND')],
  ['refused', withCode('ECONNREFUSED')],
  ['broken', withCode('ECONNRESET')],
  ['broken', withCode('ERR_SSL_WRONG_VERSION_NUMBER')],
  ['unknownAuthority', Object.assign(withCode('UND_ERR_PRX_TLS'), { cause: withCode('SELF_SIGNED_CERT_IN_CHAIN') })],
  ['unanswered', withCode('UND_ERR_CONNECT_TIMEOUT')],
  ['unanswered', new DOMException('This operation was aborted', 'AbortError')],
  ['unanswered', undefined],
])('%s is found below a failed request', (trouble, cause) => {
  expect(networkTrouble(new HttpFailure('not-sent', 'a.example', { cause })).trouble).toBe(trouble);
});

const hosts = ['https://a.example', 'https://b.example'];

/** @param failures of one host after the other; the others answer */
const throughProxy = async (...failures: readonly HttpFailure[]): Promise<unknown> => {
  const left = [...failures];
  const send = async () => {
    const failure = left.shift();
    if (failure) throw failure;
    return { status: 200, headers: {}, text: '' };
  };
  const http = { send, close: async () => {}, destroy: async () => {} };
  const proxy = { address: new Secret('http://proxy.example'), except: '' };
  return checkProxy({ http, proxy, isSandbox: false, deadlineMs: 1 }, hosts).catch((error: unknown) => error);
};

it.each([undefined, withCode('ECONNRESET'), withCode('UND_ERR_CONNECT_TIMEOUT')])(
  'a proxy that makes no way fails (%s)',
  async (cause) => {
    expect(await throughProxy(new HttpFailure('not-sent', 'a.example', { cause }))).toMatchObject({
      lines: [{ text: 'doctor.proxy.noWay', values: { host: 'a.example' } }],
    });
  },
);

it.each([
  ['does not answer', new HttpFailure('lost', 'a.example')],
  ['has a wrong certificate', new HttpFailure('not-sent', 'a.example', { cause: withCode('CERT_HAS_EXPIRED') })],
])('a proxy works that leads to a server which %s', async (_what, failure) => {
  expect(await throughProxy(failure)).toMatchObject({ text: 'doctor.proxy.works' });
});

const refusal = new HttpFailure('not-sent', 'a.example', {
  cause: new Error('Proxy response (403) !== 200 when HTTP Tunneling'),
});

it('a proxy that refuses every host fails, with the hosts that it must let pass', async () => {
  expect(await throughProxy(refusal, refusal)).toMatchObject({
    lines: [{ text: 'doctor.proxy.refusesAll', values: { code: '403', hosts: 'a.example, b.example' } }],
  });
});

it('a proxy that refuses only some hosts works', async () => {
  expect(await throughProxy(refusal)).toMatchObject({ text: 'doctor.proxy.works' });
});
