import { Agent, type Dispatcher, EnvHttpProxyAgent } from 'undici';
import { z } from 'zod';
import { Secret } from '#platform/lib/secret.ts';

/** The proxy that leads out of a company's network. */
export interface ForwardProxy {
  /** A Secret, because it may have a password. */
  readonly address: Secret;
  /** Hosts that are reached directly, as NO_PROXY lists them. */
  readonly except: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

const NAMES = ['HTTPS_PROXY', 'HTTP_PROXY', 'NO_PROXY'] as const;

/** Small names win, as with other programs; an empty value is none. */
export const proxyVariables = (environment: Environment): Environment =>
  Object.fromEntries(NAMES.map((name) => [name, environment[name.toLowerCase()] || environment[name] || undefined]));

/** Programs also write `proxy.example:3128`. */
const withScheme = (text: string): string => (text.includes('://') ? text : `http://${text}`);

/** A sign such as % in a password is written as %25. */
const hasReadableUser = (text: string): boolean => {
  const { username = '', password = '' } = URL.parse(text) ?? {};
  try {
    return decodeURIComponent(username + password) !== undefined;
  } catch {
    return false;
  }
};

const proxyAddress = z
  .string()
  .transform(withScheme)
  .refine(
    (text) => /^https?:$/.test(URL.parse(text)?.protocol ?? '') && hasReadableUser(text),
    'must be the http or https address of a proxy, with a user name and password where it needs them',
  )
  .transform((text) => new Secret(text))
  .optional();

export const proxyEnvironment = z.object({
  HTTPS_PROXY: proxyAddress,
  HTTP_PROXY: proxyAddress,
  NO_PROXY: z.string().optional(),
});

/** The proxy for https, which everything outside this machine is reached by. */
export const proxyOf = (environment: z.output<typeof proxyEnvironment>): ForwardProxy | undefined => {
  const address = environment.HTTPS_PROXY ?? environment.HTTP_PROXY;
  return address && { address, except: environment.NO_PROXY ?? '' };
};

/** This machine is never reached through a proxy. */
const HERE = 'localhost,127.0.0.1,::1';

/** @param connectMs the longest wait for a connection */
export const createDispatcher = (
  proxy: ForwardProxy | undefined,
  connectMs: number,
  connections: number,
): Dispatcher => {
  const options = { connect: { timeout: connectMs }, connections, pipelining: 1 };
  if (!proxy) return new Agent(options);
  const tls = { timeout: connectMs };
  return new EnvHttpProxyAgent({
    ...options,
    httpProxy: '', // Without encryption only this machine is asked.
    httpsProxy: proxy.address.reveal(),
    noProxy: `${proxy.except},${HERE}`,
    proxyTls: tls,
    requestTls: tls,
  });
};
