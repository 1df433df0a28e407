import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createLogger, type Log } from '../../src/platform/lib/logger.ts';
import { folderPerTest } from '../../test/support/temp-folder.ts';
import { createLogFile } from '../log-file.ts';
import { createTerminal } from '../terminal.ts';

const folder = folderPerTest();
const places = { botUrl: 'http://b', teamsUrl: 'http://t', vendorUrl: 'http://v', policyFile: 'policy.yaml' };

/** What a log prints after the banner, and what it writes to the file. */
const after = (write: (log: Log) => void) => {
  const printed: string[] = [];
  const file = join(folder(), 'data', 'steward.log');
  const terminal = createTerminal(file, { write: (text: string) => printed.push(text) });
  const log = createLogger('info', terminal);
  log.error('before the banner');
  terminal.showBanner(places);
  write(log);
  return { printed: printed.slice(1).map((text) => text.trim().replace(file, 'FILE')), file };
};

it.each<[string, (log: Log) => void, string]>([
  ['an error', (log) => log.error('activity failed'), 'Error: activity failed. Details: FILE'],
  ['a new policy', (log) => log.info('policy.in-force'), 'The changed policy is in force.'],
  [
    'a problem of the policy',
    (log) => log.warn('policy.problem', { line: 7 }),
    'Problem in line 7 of the policy; the previous one stays in force.',
  ],
  ['the end', (log) => log.info('ending'), 'Stopping …'],
])('%s is one line with the time', (_name, write, expected) => {
  expect(after(write).printed).toEqual([expect.stringMatching(/^\d\d:\d\d:\d\d {2}/)]);
  expect(after(write).printed[0]).toContain(expected);
});

it('everything else is for the file alone, whose lines only its owner can read', () => {
  const { printed, file } = after((log) => log.info('press', { verb: 'request.approve' }));
  expect(printed).toEqual([]);
  expect(readFileSync(file, 'utf8').split('\n')).toEqual([
    expect.stringContaining('before the banner'),
    expect.stringContaining('request.approve'),
    '',
  ]);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

it('a full log is put aside and a new one begins; a further start appends to it', () => {
  const file = join(folder(), 'steward.log');
  for (const line of ['one\n', 'two\n']) createLogFile(file, 6).write(line);
  createLogFile(file, 6).write('three\n');
  expect([readFileSync(`${file}.1`, 'utf8'), readFileSync(file, 'utf8')]).toEqual(['one\ntwo\n', 'three\n']);
});
