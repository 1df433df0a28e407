import { CONNECTOR_SCOPE, TOKEN_PATH } from './connector/access-token.ts';

/**
 * Where a Teams sandbox is reached, in place of a cloud's addresses.
 * @param url http://127.0.0.1:<port>
 */
export const trustOf = (url: string) => {
  const issuer = `${url}/channel`;
  const serviceUrl = `${url}/connector/`;
  return {
    issuer,
    openIdUrl: `${issuer}/.well-known/openidconfiguration`,
    tokenUrl: `${url}${TOKEN_PATH}`,
    tokenScope: CONNECTOR_SCOPE,
    serviceUrl,
    pages: 'teams.microsoft.com',
    windowOrigin: url,
    allowsServiceUrl: (address: string) => [serviceUrl, `${url}/connector`].includes(address.toLowerCase()),
    allowsUpload: (address: string) => address.startsWith(`${url}/files/upload/`),
  };
};

export type SandboxTrust = ReturnType<typeof trustOf>;
