import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createAuthority } from '../support/certificates.ts';
import { coreSettings } from '../support/core-settings.ts';
import { type StewardProcess, startProgram } from '../support/steward-process.ts';
import { folderPerTest } from '../support/temp-folder.ts';
import { startTokenService, type TokenService } from '../support/token-service.ts';

const folder = folderPerTest();
const authority = createAuthority();
const own = authority.issueToApplication();

let service: TokenService;
let steward: StewardProcess | undefined;
beforeEach(async () => {
  service = await startTokenService();
});
afterEach(async () => {
  await steward?.stop();
  steward = undefined;
  await service.close();
});

/** Production whose cloud signs in with a certificate; nothing but loopback is asked. */
const start = (more: Readonly<Record<string, string>> = {}): StewardProcess => {
  const file = join(folder(), 'steward.pem');
  writeFileSync(file, own.key + own.cert + authority.cert);
  const { VENDOR_CLIENT_SECRET, ...core } = coreSettings;
  steward = startProgram('main', folder(), {
    ...core,
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PORT: '0',
    POLICY_FILE: join(import.meta.dirname, '../../sandbox/policy.yaml'),
    VENDOR_TOKEN_URL: service.tokenUrl,
    VENDOR_CLIENT_CERTIFICATE_PATH: file,
    ...more,
  });
  return steward;
};
const knows = (cert: string): void =>
  service.know({ clientId: coreSettings['VENDOR_CLIENT_ID'] ?? '', certificates: [cert] });

it('a certificate that the directory knows is signed in with before the port opens', async () => {
  knows(own.cert);
  await start().printed('"msg":"ready"');
  expect(service.given).toHaveLength(1);
});

it('a certificate that the directory does not know ends the start with a line that says what to do', async () => {
  knows(authority.issueToApplication().cert);
  const { code, errors } = await start().ended;
  expect({ code, errors }).toEqual({
    code: 1,
    errors:
      'Steward could not start: Sign-in to the cloud: the application in VENDOR_CLIENT_ID does not know this certificate (AADSTS700027) → upload the certificate that VENDOR_CLIENT_CERTIFICATE_PATH leads to, without its key, in Entra ID under Certificates & secrets.\n',
  });
});

it('a sign-in service that is down does not keep Steward from starting', async () => {
  knows(own.cert);
  service.failWith({ status: 500, body: {} });
  const output = await start().printed('"msg":"ready"');
  expect(output).toContain('"msg":"not signed in yet"');
});

it('wrong credentials are told beside all other wrong settings, before anything is asked', async () => {
  const wrong = { MicrosoftAppCertificatePath: join(folder(), 'none.pem'), VENDOR_BASE_URL: 'http://canary.example' };
  const { code, errors } = await start(wrong).ended;
  expect(code).toBe(1);
  expect(errors).toContain(
    'MicrosoftAppPassword is wrong: it must be left out, since MicrosoftAppCertificatePath is given',
  );
  expect(errors).toContain('VENDOR_BASE_URL is wrong');
  expect(errors).not.toContain('canary');
  expect(service.received).toEqual([]);
});
