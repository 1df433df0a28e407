import { join } from 'node:path';
import { wayTo } from './operation-usage.ts';
import { ROOT } from './source.ts';
import { StoriesRan } from './stories-ran.ts';

const { story, test: file } = wayTo('createEligibilityRequest');

/** What the reporter says of a run in which the named story ended so. */
const after = (status: string, title = story, options = {}): string | undefined => {
  const reporter = new StoriesRan(options);
  const tests = [{ title, status }];
  reporter.onRunComplete(undefined, { testResults: [{ testFilePath: join(ROOT, file), testResults: tests }] });
  return reporter.getLastError()?.message;
};

it('a run in which the named story passed has no fault', () => {
  expect(after('passed')).toBeUndefined();
});

it.each([
  ['that was skipped', 'pending', story],
  ['that failed', 'failed', story],
  ['that is called otherwise by now', 'passed', 'somebody asks for something'],
])('a story %s fails the run, by its name', (_what, status, title) => {
  expect(after(status, title)).toContain(story);
});

it('a run of one test by its name says nothing of the others', () => {
  expect(after('pending', story, { testNamePattern: 'another' })).toBeUndefined();
});

it('a run without the named story’s file says nothing of it', () => {
  const reporter = new StoriesRan({});
  reporter.onRunComplete(undefined, { testResults: [] });
  expect(reporter.getLastError()).toBeUndefined();
});
