import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Secret } from '#platform/lib/secret.ts';
import { openTokenKeys, TOKEN_KEYS_FILE } from '#teams/fresh-sign-in/token-keys.ts';
import { folderPerTest } from '../../support/temp-folder.ts';

const folder = folderPerTest();
const keys = (...lines: string[]) => writeFileSync(join(folder(), TOKEN_KEYS_FILE), `${lines.join('\n')}\n`);
const [old, next] = ['a1'.repeat(32), 'b2'.repeat(32)];
const token = new Secret('canary-token');
const FOR = 'sign-in-1 change-1';

it('what is sealed opens for what it is bound to, and for nothing else', () => {
  keys(old);
  const ring = openTokenKeys(folder());
  const sealed = ring.seal(token, FOR);
  expect(sealed).not.toContain('canary');
  expect(ring.open(sealed, FOR)?.reveal()).toBe('canary-token');
  expect(ring.open(sealed, 'sign-in-1 change-2')).toBeUndefined();
});

it('the same token is sealed otherwise each time', () => {
  keys(old);
  const ring = openTokenKeys(folder());
  expect(ring.seal(token, FOR)).not.toBe(ring.seal(token, FOR));
});

it('each changed character keeps it closed', () => {
  keys(old);
  const ring = openTokenKeys(folder());
  const sealed = ring.seal(token, FOR);
  // The last bits of a base64url text may stand for nothing.
  const bytes = sealed.split('.').map((part, index) => (index === 0 ? part : Buffer.from(part, 'base64url')));
  for (const part of [1, 2, 3]) {
    const changed = bytes.map((one, index) => {
      if (typeof one === 'string') return one;
      const copy = Buffer.from(one);
      if (index === part) copy[0] = (copy[0] ?? 0) ^ 1;
      return copy.toString('base64url');
    });
    expect(ring.open(changed.join('.'), FOR)).toBeUndefined();
  }
  for (const broken of ['', 'x', sealed.replace(/\.[^.]*$/, ''), `x${sealed}`]) {
    expect(ring.open(broken, FOR)).toBeUndefined();
  }
});

it('a key that is put before the others encrypts at once, and the others still open', () => {
  keys(old);
  const ring = openTokenKeys(folder());
  const before = ring.seal(token, FOR);
  keys(next, old);
  const after = ring.seal(token, FOR);
  expect(after.split('.')[0]).not.toBe(before.split('.')[0]);
  expect([before, after].map((sealed) => ring.open(sealed, FOR)?.reveal())).toEqual(['canary-token', 'canary-token']);
  keys(next);
  expect([before, after].map((sealed) => ring.open(sealed, FOR)?.reveal())).toEqual([undefined, 'canary-token']);
});

it('a file that cannot be read while Steward runs leaves the keys as they were, and is reported', () => {
  keys(old);
  const failures: unknown[] = [];
  const ring = openTokenKeys(folder(), (error) => failures.push(error));
  const sealed = ring.seal(token, FOR);
  keys('half a ke');
  expect(ring.open(sealed, FOR)?.reveal()).toBe('canary-token');
  expect(failures).toHaveLength(1);
  keys(next, old);
  expect(ring.seal(token, FOR).split('.')[0]).not.toBe(sealed.split('.')[0]);
});

it.each([
  ['missing', () => {}, /is missing in SECRETS_DIR: create it \(openssl rand -hex 32\)/],
  ['empty', () => keys(''), /must hold 64 hexadecimal digits in each line/],
  ['too short', () => keys('abcd'), /must hold 64 hexadecimal digits in each line/],
  ['no key in its second line', () => keys(old, 'xyz'), /must hold 64 hexadecimal digits in each line/],
])('a file that is %s says what to do, and shows no key', (_name, write, says) => {
  write();
  expect(() => openTokenKeys(folder())).toThrow(says);
  expect(() => openTokenKeys(folder())).not.toThrow(/a1a1|xyz|abcd/);
});
