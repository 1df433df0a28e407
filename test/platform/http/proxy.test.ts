import { createServer } from 'node:http';
import { errorFromFailure } from '#cloud/errors/errors.ts';
import { createHttp, type Http } from '#platform/http/http.ts';
import type { HttpFailure } from '#platform/http/message.ts';
import { proxyEnvironment, proxyOf, proxyVariables } from '#platform/http/proxy.ts';
import { systemClock } from '#platform/lib/clock.ts';
import { silentLog } from '#platform/lib/logger.ts';
import { type ProxyProcess, startProxy } from '../../support/connect-proxy-process.ts';
import { type LocalServer, listenLocally } from '../../support/local-server.ts';
import { until } from '../../support/until.ts';

const read = (environment: Readonly<Record<string, string>>) =>
  proxyOf(proxyEnvironment.parse(proxyVariables(environment)));

describe('the proxy of the environment', () => {
  test.each<[string, Readonly<Record<string, string>>, string | undefined]>([
    ['none', {}, undefined],
    ['an empty one is none', { HTTPS_PROXY: '' }, undefined],
    ['one for https', { HTTPS_PROXY: 'http://proxy.example:3128' }, 'http://proxy.example:3128'],
    ['one without a scheme', { HTTPS_PROXY: 'proxy.example:3128' }, 'http://proxy.example:3128'],
    ['one for http is for https too', { HTTP_PROXY: 'http://proxy.example:1' }, 'http://proxy.example:1'],
    ['one for https first', { HTTP_PROXY: 'http://a.example', HTTPS_PROXY: 'http://b.example' }, 'http://b.example'],
    ['small names first', { https_proxy: 'http://a.example', HTTPS_PROXY: 'http://b.example' }, 'http://a.example'],
  ])('%s', (_, environment, address) => expect(read(environment)?.address.reveal()).toBe(address));

  test.each(['socks5://proxy.example', 'http://', 'http://proxy example'])('%j is refused', (address) =>
    expect(() => read({ HTTPS_PROXY: address })).toThrow('must be the http or https address of a proxy'),
  );
});

describe('a request', () => {
  let here: LocalServer;
  let proxy: ProxyProcess;
  let http: Http | undefined;

  beforeAll(async () => {
    here = await listenLocally(createServer((_, response) => response.end('here')));
    proxy = await startProxy(here.port, 'ana:word');
  });
  afterEach(() => http?.destroy());
  afterAll(() => Promise.all([here.close(), proxy.stop()]));

  const send = (
    origin: string,
    environment: Readonly<Record<string, string>>,
    heard: (failure: HttpFailure) => void = () => {},
  ): Promise<string> => {
    http = createHttp({ clock: systemClock, log: silentLog, proxy: read(environment) });
    const request = { method: 'GET', url: `${origin}/x`, origin, retry: 'none', deadlineMs: 10_000 } as const;
    return http.send(request).then(
      ({ text }) => text,
      (failure: HttpFailure) => {
        heard(failure);
        return failure.kind;
      },
    );
  };
  const tunnelsOf = (host: string) => proxy.tunnels.filter(({ target }) => target.startsWith(host));

  test.each(['127.0.0.1', 'localhost'])('to this machine as %s is direct', async (name) => {
    const origin = `http://${name}:${here.port}`;
    expect(await send(origin, { HTTPS_PROXY: proxy.host, HTTP_PROXY: proxy.host })).toBe('here');
    expect(proxy.tunnels).toEqual([]);
  });

  test.each(['vendor.invalid', '.invalid', 'other.example, vendor.invalid:443', '*'])(
    'to a host that NO_PROXY lists as %s is direct',
    async (except) => {
      const outcome = await send('https://vendor.invalid', { HTTPS_PROXY: proxy.host, NO_PROXY: except });
      expect([outcome, tunnelsOf('vendor.invalid')]).toEqual(['not-sent', []]);
    },
  );

  test('that the proxy refuses was not sent', async () => {
    expect(await send('https://refused.invalid', { HTTPS_PROXY: proxy.host })).toBe('not-sent');
    await until('what the proxy says of it', () => tunnelsOf('refused.invalid').length > 0);
    expect(tunnelsOf('refused.invalid')).toMatchObject([{ granted: false }]);
  });

  test('that a proxy refuses for a wrong password names the proxy, and no password', async () => {
    let failure: HttpFailure | undefined;
    const wrong = `http://steward:canary@${proxy.host}`;
    const outcome = await send('https://vendor.invalid', { HTTPS_PROXY: wrong }, (heard) => {
      failure = heard;
    });
    expect(outcome).toBe('not-sent');
    expect(failure?.textKey).toBe('http.error.proxy');
    expect(failure?.values).toMatchObject({ host: 'vendor.invalid', proxy: proxy.host });
    expect(JSON.stringify(failure?.values)).not.toContain('canary');
    expect(failure && errorFromFailure(failure, 'c')).toMatchObject({
      ...{ textKey: 'vendor.error.proxy', arrived: 'no', retryable: true, target: proxy.host },
    });
  });

  test('through a proxy that does not answer was not sent', async () => {
    const gone = await listenLocally(createServer());
    await gone.close();
    expect(await send('https://vendor.invalid', { HTTPS_PROXY: `127.0.0.1:${gone.port}` })).toBe('not-sent');
  });
});
