import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { clientSecret } from '#platform/identity/credential.ts';
import { folderPerTest } from '../../support/temp-folder.ts';
import { CLIENT, signingInPerTest } from './signing-in.ts';

const folder = folderPerTest();
const signing = signingInPerTest();
const file = (): string => join(folder(), 'steward.bot-password');
const stored = () => signing.token({ kind: 'secret', clientId: CLIENT, secret: { file: file() } });

it('a secret gives a token without the library', async () => {
  jest.resetModules();
  jest.doMock('@azure/msal-node', () => {
    throw new Error('the library was loaded');
  });
  signing.service.know({ clientId: CLIENT, secrets: ['canary-secret'] });
  expect((await signing.token(clientSecret(CLIENT, 'canary-secret')).get()).reveal()).toBe('Bearer canary-token-1');
  jest.dontMock('@azure/msal-node');
});

it('a secret in a file is read anew for each token', async () => {
  signing.service.know({ clientId: CLIENT, secrets: ['first-secret'] });
  writeFileSync(file(), 'first-secret\n');
  const asked = stored();
  const first = await asked.get();
  signing.service.know({ clientId: CLIENT, secrets: ['second-secret'] });
  writeFileSync(file(), 'second-secret\n');
  asked.drop(first);
  expect((await asked.get()).reveal()).toBe('Bearer canary-token-2');
});

it('a wrong secret in a file is named by its file', async () => {
  signing.service.know({ clientId: CLIENT, secrets: ['right-secret'] });
  writeFileSync(file(), 'canary-secret');
  expect(await signing.fault(stored().get())).toBe(
    'the secret is wrong (AADSTS7000215) → set steward.bot-password to the value of a client secret of the application in MicrosoftAppId; its id is not its value.',
  );
});

it('a file that is not there is named, and what is in it is never shown', async () => {
  expect(await signing.fault(stored().get())).toBe(
    'steward.bot-password is wrong: it must lead to a file that Steward can read and that is there.',
  );
  expect(signing.lines.join('')).not.toContain('canary');
});
