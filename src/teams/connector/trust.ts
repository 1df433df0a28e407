import { type Cloud, tokenAddress } from '#platform/identity/cloud.ts';

/** Whose tokens the bot accepts, and who may get its own: a cloud or the sandbox. Never an address from a setting. */
export interface ChannelTrust {
  /** `iss` of every token that the channel signs. */
  readonly issuer: string;
  /** The channel's OpenID document, which names its signing keys. */
  readonly openIdUrl: string;
  /** The address of the bot's own token. */
  readonly tokenUrl: string;
  readonly tokenScope: string;
  /** Where conversations are reached whose own address is no longer allowed: it moved since they were last heard from. */
  readonly serviceUrl: string;
  /** The host of Teams' own pages: links to messages lead there. */
  readonly pages: string;
  /** The origin of Teams' pages, where Microsoft's library for its windows does not know it. */
  readonly windowOrigin?: string;
  /** True when the bot's token may be sent to this address. */
  allowsServiceUrl(url: string): boolean;
  /** True when a person's file may be uploaded to this address. */
  allowsUpload(url: string): boolean;
}

/** What a cloud's channel is known by: the constants of botbuilder, for China those of Microsoft's Teams SDK. */
interface Channel {
  /** Issuer of its tokens; with `/.default` the scope of the bot's. */
  readonly api: string;
  readonly signIn: string;
  /** Exact hosts; the first is the one for new conversations. */
  readonly hosts: readonly [string, ...string[]];
  /** Where people use Teams in a browser. */
  readonly pages: string;
  /** People's files are in the SharePoint of their tenant. */
  readonly files: string;
}

const government = {
  api: 'https://api.botframework.us',
  signIn: 'https://login.botframework.azure.us',
} as const;

const channels: Readonly<Record<Cloud, Channel>> = {
  public: {
    api: 'https://api.botframework.com',
    signIn: 'https://login.botframework.com',
    // The documented global address, its newer name, and that of GCC, which is in the public cloud.
    hosts: ['smba.trafficmanager.net', 'smba.onyx.prod.teams.trafficmanager.net', 'smba.infra.gcc.teams.microsoft.com'],
    pages: 'teams.microsoft.com',
    files: 'sharepoint.com',
  },
  usgov: {
    ...government,
    hosts: ['smba.infra.gov.teams.microsoft.us'],
    pages: 'gov.teams.microsoft.us',
    files: 'sharepoint.us',
  },
  dod: {
    ...government,
    hosts: ['smba.infra.dod.teams.microsoft.us'],
    pages: 'dod.teams.microsoft.us',
    files: 'sharepoint-mil.us',
  },
  china: {
    api: 'https://api.botframework.azure.cn',
    signIn: 'https://login.botframework.azure.cn',
    hosts: ['frontend.botapi.msg.infra.teams.microsoftonline.cn'],
    pages: 'teams.microsoftonline.cn',
    files: 'sharepoint.cn',
  },
};

/** @param tenantId the directory that the bot is registered in; its token address is that tenant's. */
export const channelTrust = (cloud: Cloud, tenantId: string): ChannelTrust => {
  const { api, signIn, hosts, pages, files } = channels[cloud];
  return {
    issuer: api,
    openIdUrl: `${signIn}/v1/.well-known/openidconfiguration`,
    tokenUrl: tokenAddress(cloud, tenantId),
    tokenScope: `${api}/.default`,
    serviceUrl: `https://${hosts[0]}/teams/`,
    pages,
    allowsServiceUrl: (text) => {
      const url = plainAddress(text);
      return url !== undefined && url.search === '' && hosts.includes(url.hostname);
    },
    allowsUpload: (text) => {
      const [tenant = '', ...domain] = plainAddress(text)?.hostname.split('.') ?? [];
      return TENANT.test(tenant) && domain.join('.') === files;
    },
  };
};

const TENANT = /^[a-z0-9][a-z0-9-]{0,62}$/;

/** An https address without user name, port and fragment. */
const plainAddress = (text: string): URL | undefined => {
  const url = URL.parse(text);
  if (url === null || url.protocol !== 'https:') return undefined;
  return url.username + url.password + url.port + url.hash === '' ? url : undefined;
};

/** Two ways to write one address: scheme and host in any case, the scheme's own port or none, and one slash at the end or none. */
export const isSameAddress = (one: string, other: string): boolean => {
  const plain = plainly(one);
  return plain !== undefined && plain === plainly(other);
};

const plainly = (address: string): string | undefined => {
  const [begin = '', scheme = '', host = ''] = /^(https?):\/\/([^/?#]+)/i.exec(address) ?? [];
  if (begin === '') return undefined;
  const port = scheme.toLowerCase() === 'https' ? /:443$/ : /:80$/;
  const path = address.slice(begin.length).replace(/\/$/, '');
  return `${scheme.toLowerCase()}://${host.toLowerCase().replace(port, '')}${path}`;
};
