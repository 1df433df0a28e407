import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { folderPerTest } from '../../support/temp-folder.ts';
import { CLIENT, SCOPE, signingInPerTest } from './signing-in.ts';

const PROGRAM = join(import.meta.dirname, 'without-library.ts');
const QUIET = ['--disable-warning=ExperimentalWarning'];

const folder = folderPerTest();
const signing = signingInPerTest();
const file = (): string => join(folder(), 'steward.bot-password');
const stored = () => signing.token({ kind: 'secret', clientId: CLIENT, secret: { file: file() } });

it('a secret gives a token in a process that cannot load the library', async () => {
  signing.service.know({ clientId: CLIENT, secrets: ['canary-secret'] });
  const words = [signing.service.tokenUrl, CLIENT, 'canary-secret', SCOPE];
  const { stdout } = await promisify(execFile)(process.execPath, [...QUIET, PROGRAM, ...words]);
  expect(stdout.trim()).toBe('Bearer canary-token-1');
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
