import { relative } from 'node:path';
import { ways } from './operation-usage.ts';
import { ROOT } from './source.ts';

/** As much as this needs of what jest tells its reporters. */
interface Run {
  readonly testResults: readonly {
    readonly testFilePath: string;
    readonly testResults: readonly { readonly title: string; readonly status: string }[];
  }[];
}

/** What jest was asked to run. */
interface Asked {
  readonly testNamePattern?: string | undefined;
}

/**
 * Jest's reporter that fails a run in which a story of `ways` did not pass: skipped, or called otherwise by now. A run of
 * some files says nothing of the others (that they exist is checked with the links of the docs), and one of some tests by
 * their names nothing at all.
 */
export class StoriesRan {
  private readonly byName: boolean;
  private missing: readonly string[] = [];

  constructor({ testNamePattern }: Asked) {
    this.byName = Boolean(testNamePattern);
  }

  onRunComplete(_contexts: unknown, { testResults }: Run): void {
    if (this.byName) return;
    const passed = new Map(
      testResults.map(({ testFilePath, testResults: tests }) => [
        relative(ROOT, testFilePath),
        new Set(tests.flatMap(({ status, title }) => (status === 'passed' ? [title] : []))),
      ]),
    );
    this.missing = Object.values(ways).flatMap(({ story, test }) =>
      (passed.get(test)?.has(story) ?? true) ? [] : [`${test}: “${story}”`],
    );
  }

  getLastError(): Error | undefined {
    if (this.missing.length === 0) return undefined;
    return new Error(`docs/operations.md names stories that did not pass:\n  ${this.missing.join('\n  ')}`);
  }
}
