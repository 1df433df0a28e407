/** Whose tokens the bot accepts, and who may get its own: the public cloud or the sandbox. Set in code, never by a setting. */
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
  /** True when the bot's token may be sent to this address. */
  allowsServiceUrl(url: string): boolean;
  /** True when a person's file may be uploaded to this address. */
  allowsUpload(url: string): boolean;
}

/** Exact hosts: the documented global service URL, then GCC, GCC High and DoD. */
const serviceHosts: ReadonlySet<string> = new Set([
  'smba.trafficmanager.net',
  'smba.infra.gcc.teams.microsoft.com',
  'smba.infra.gov.teams.microsoft.us',
  'smba.infra.dod.teams.microsoft.us',
]);

/** People's files are in the SharePoint of their tenant: public cloud and GCC, GCC High, DoD. */
const FILE_HOST = /^[a-z0-9][a-z0-9-]{0,62}\.sharepoint(?:\.com|\.us|-mil\.us)$/;

const isUploadAddress = (text: string): boolean => {
  const url = URL.parse(text);
  if (url === null) return false;
  const plain = url.username === '' && url.password === '' && url.port === '' && url.hash === '';
  return plain && url.protocol === 'https:' && FILE_HOST.test(url.hostname);
};

const isServiceUrl = (text: string): boolean => {
  const url = URL.parse(text);
  if (url === null) return false;
  const plain = url.username === '' && url.password === '' && url.port === '' && url.search === '' && url.hash === '';
  return plain && url.protocol === 'https:' && serviceHosts.has(url.hostname);
};

/** @param tenantId the directory that the bot is registered in; its token address is that tenant's. */
export const publicCloudTrust = (tenantId: string): ChannelTrust => ({
  issuer: 'https://api.botframework.com',
  openIdUrl: 'https://login.botframework.com/v1/.well-known/openidconfiguration',
  tokenUrl: `https://login.microsoftonline.com/${encodeURIComponent(tenantId)}/oauth2/v2.0/token`,
  tokenScope: 'https://api.botframework.com/.default',
  serviceUrl: 'https://smba.trafficmanager.net/teams/',
  allowsServiceUrl: isServiceUrl,
  allowsUpload: isUploadAddress,
});
