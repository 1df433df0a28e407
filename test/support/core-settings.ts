/** A whole core; "canary" stands in each value that allows it, so that a value which is shown is seen. */
export const coreSettings: Readonly<Record<string, string>> = {
  MicrosoftAppId: 'aaaa0000-0000-4000-8000-00000000000a',
  MicrosoftAppPassword: 'canary-password',
  MicrosoftAppTenantId: 'bbbb0000-0000-4000-8000-00000000000b',
  VENDOR_NAMESPACE: 'Vendor',
  VENDOR_BASE_URL: 'https://canary.invalid',
  VENDOR_TOKEN_URL: 'https://canary.invalid/token',
  VENDOR_CLIENT_ID: 'canary-client',
  VENDOR_CLIENT_SECRET: 'canary-secret',
  POLICY_FILE: './canary.yaml',
};
