import { inspect } from 'node:util';
import { managementEnvironment, managementSettings } from '#platform/config/vendor-settings.ts';
import { clientSecret } from '#platform/identity/credential.ts';

const whole = {
  VENDOR_NAMESPACE: 'Vendor',
  VENDOR_BASE_URL: 'https://management.example/',
  VENDOR_TOKEN_URL: 'https://login.example/t/oauth2/v2.0/token',
};

test('printed settings do not contain the secret', () => {
  const settings = managementSettings(managementEnvironment.parse(whole), clientSecret('client', 's3cret'));
  expect(inspect(settings) + JSON.stringify(settings)).not.toContain('s3cret');
});

test.each(['http://127.0.0.1:3980', 'http://localhost:3980', 'http://[::1]:3980'])(
  'the local address %s is accepted without TLS',
  (address) => {
    expect(managementEnvironment.safeParse({ ...whole, VENDOR_BASE_URL: address }).success).toBe(true);
  },
);

test.each([
  ['VENDOR_BASE_URL', 'http://management.example'],
  ['VENDOR_BASE_URL', 'http://127.0.0.1.evil.example'],
  ['VENDOR_BASE_URL', 'ftp://management.example'],
  ['VENDOR_BASE_URL', 'https://me:pw@management.example'],
  ['VENDOR_BASE_URL', 'management.example'],
  ['VENDOR_TOKEN_URL', 'http://login.example/token'],
  ['VENDOR_NAMESPACE', 'vendor'],
])('the setting %s is refused as %j', (name, value) => {
  const read = managementEnvironment.safeParse({ ...whole, [name]: value });
  expect(read.error?.issues.map(({ path }) => path.join())).toEqual([name]);
});
