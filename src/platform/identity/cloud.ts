/** Microsoft's clouds, by the values of CLOUD. Nothing of one is valid in another. */
export const clouds = ['public', 'usgov', 'dod', 'china'] as const;
export type Cloud = (typeof clouds)[number];

interface CloudAddresses {
  readonly management: string;
  readonly signIn: string;
  /** Microsoft Graph, the way to the directory. */
  readonly graph: string;
  /** Azure AI services, as the translator, as the audience of a token. */
  readonly aiServices: string;
  /** The domains of its services. */
  readonly domains: readonly string[];
}

/** DoD has a Teams and a Graph of its own, and the same Azure as the other US Government clouds. */
const government: CloudAddresses = {
  management: 'https://management.usgovcloudapi.net',
  signIn: 'https://login.microsoftonline.us',
  graph: 'https://graph.microsoft.us',
  aiServices: 'https://cognitiveservices.azure.us',
  domains: [
    'azure.us',
    'usgovcloudapi.net',
    'microsoftonline.us',
    'microsofttranslator.us',
    'graph.microsoft.us',
    'dod-graph.microsoft.us',
  ],
};

const addresses: Readonly<Record<Cloud, CloudAddresses>> = {
  public: {
    management: 'https://management.azure.com',
    signIn: 'https://login.microsoftonline.com',
    graph: 'https://graph.microsoft.com',
    aiServices: 'https://cognitiveservices.azure.com',
    domains: ['azure.com', 'microsoftonline.com', 'microsofttranslator.com', 'graph.microsoft.com'],
  },
  usgov: government,
  dod: { ...government, graph: 'https://dod-graph.microsoft.us' },
  china: {
    management: 'https://management.chinacloudapi.cn',
    signIn: 'https://login.partner.microsoftonline.cn',
    graph: 'https://microsoftgraph.chinacloudapi.cn',
    aiServices: 'https://cognitiveservices.azure.cn',
    domains: ['azure.cn', 'chinacloudapi.cn', 'microsoftonline.cn'],
  },
};

const TOKEN_PATH = '/oauth2/v2.0/token';

/** Where a program of this directory gets its tokens. */
export const tokenAddress = (cloud: Cloud, tenantId: string): string =>
  `${addresses[cloud].signIn}/${encodeURIComponent(tenantId)}${TOKEN_PATH}`;

/** Where people of a directory sign in, and what their tokens are checked with. */
interface DirectoryAddresses {
  readonly authorizeUrl: string;
  readonly keysUrl: string;
  /** Of its v2.0 tokens. */
  readonly issuer: string;
}

/** @param tokenUrl the address of the tokens of its programs, as `tokenAddress` gives it */
export const directoryAddresses = (tokenUrl: string): DirectoryAddresses => {
  const directory = tokenUrl.slice(0, -TOKEN_PATH.length);
  if (`${directory}${TOKEN_PATH}` !== tokenUrl) throw new Error('people sign in beside no such token address');
  return {
    authorizeUrl: `${directory}/oauth2/v2.0/authorize`,
    keysUrl: `${directory}/discovery/v2.0/keys`,
    issuer: `${directory}/v2.0`,
  };
};

/** The scope of a token for the translator. */
export const translatorScope = (cloud: Cloud): string => `${addresses[cloud].aiServices}/.default`;

const graphAddress = (cloud: Cloud | undefined): string | undefined => cloud && addresses[cloud].graph;

type Environment = Readonly<Record<string, string | undefined>>;

/** The settings that CLOUD says, where they are not given. */
export const namesOfCloud: ReadonlySet<string> = new Set(['VENDOR_NAMESPACE', 'VENDOR_BASE_URL', 'VENDOR_TOKEN_URL']);

/** Without CLOUD it is the public one, where its tokens come from there. */
const cloudWithout = (tokenUrl: string): Cloud | undefined => (isOfCloud(tokenUrl, 'public') ? 'public' : undefined);

/** The settings with what CLOUD says beside them: the vendor's names and addresses, where they are not given. */
export const withCloud = (given: Environment): Environment => {
  const cloud = clouds.find((name) => name === given['CLOUD']);
  const { GRAPH_BASE_URL = graphAddress(cloud ?? cloudWithout(given['VENDOR_TOKEN_URL'] ?? '')) } = given;
  if (cloud === undefined) return { ...given, GRAPH_BASE_URL };
  const { VENDOR_NAMESPACE, VENDOR_BASE_URL, VENDOR_TOKEN_URL, MicrosoftAppTenantId: tenantId } = given;
  return {
    ...given,
    GRAPH_BASE_URL,
    VENDOR_NAMESPACE: VENDOR_NAMESPACE ?? 'Microsoft',
    VENDOR_BASE_URL: VENDOR_BASE_URL ?? addresses[cloud].management,
    VENDOR_TOKEN_URL: VENDOR_TOKEN_URL ?? (tenantId && tokenAddress(cloud, tenantId)),
  };
};

/** True for an address in a domain of another cloud; an address that belongs to no cloud is nobody's. */
export const isOfAnotherCloud = (address: string, cloud: Cloud): boolean =>
  clouds.some((one) => isOfCloud(address, one)) && !isOfCloud(address, cloud);

/** True for an address in a domain of this cloud. */
export const isOfCloud = (address: string, cloud: Cloud): boolean => {
  const host = URL.parse(address)?.hostname ?? '';
  return addresses[cloud].domains.some((domain) => host === domain || host.endsWith(`.${domain}`));
};
