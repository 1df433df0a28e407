import { CONNECTOR_SCOPE, TOKEN_PATH } from './connector/access-token.ts';

/** Where a Teams sandbox is reached, in place of a cloud's addresses. */
export interface SandboxTrust {
  readonly issuer: string;
  readonly openIdUrl: string;
  readonly tokenUrl: string;
  readonly tokenScope: string;
  readonly serviceUrl: string;
  allowsServiceUrl(url: string): boolean;
  allowsUpload(url: string): boolean;
}

/** @param url http://127.0.0.1:<port> */
export const trustOf = (url: string): SandboxTrust => {
  const issuer = `${url}/channel`;
  const serviceUrl = `${url}/connector/`;
  return {
    issuer,
    openIdUrl: `${issuer}/.well-known/openidconfiguration`,
    tokenUrl: `${url}${TOKEN_PATH}`,
    tokenScope: CONNECTOR_SCOPE,
    serviceUrl,
    allowsServiceUrl: (address) => address === serviceUrl,
    allowsUpload: (address) => address.startsWith(`${url}/files/upload/`),
  };
};
