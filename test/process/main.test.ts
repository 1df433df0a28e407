import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folder = mkdtempSync(join(tmpdir(), 'steward-arguments-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Steward as `npm start` runs it, in an empty folder. */
const start = (...args: string[]) =>
  spawnSync(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', join(import.meta.dirname, '../../src/main.ts'), ...args],
    {
      cwd: folder,
      encoding: 'utf8',
      env: { PATH: process.env['PATH'] },
    },
  );

it.each(['--help', '-h'])('%s says how Steward is started, and starts nothing', (argument) => {
  const { status, stdout, stderr } = start(argument);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toContain('usage: npm start');
  expect(stdout).toContain('SANDBOX_TEAMS_PORT=');
  expect(readdirSync(folder)).toEqual([]);
});

it('an unknown argument ends Steward with 1, names it, and says how Steward is started', () => {
  const { status, stdout, stderr } = start('--port', '4000');
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toContain('“--port”');
  expect(stderr).toContain('usage: npm start');
  expect(existsSync(join(folder, 'data'))).toBe(false);
});
