import { relative } from 'node:path';
import { ways } from './operation-ways.ts';
import { ROOT } from './source.ts';

/** As much as this needs of what jest tells its reporters. */
interface Run {
  readonly testResults: readonly {
    readonly testFilePath: string;
    readonly testResults: readonly { readonly title: string; readonly status: string }[];
  }[];
}

/**
 * Jest's reporter that fails a run in which a story of `ways` did not pass though its file ran: skipped, or called
 * otherwise by now. A run of other files, or of one test by its name, says nothing about it.
 */
export class StoriesRan {
  private readonly isWhole: boolean;
  private missing: readonly string[] = [];

  constructor({ testNamePattern }: { readonly testNamePattern?: string | undefined }) {
    this.isWhole = !testNamePattern;
  }

  onRunComplete(_contexts: unknown, { testResults }: Run): void {
    if (!this.isWhole) return;
    const passed = new Map(
      testResults.map(({ testFilePath, testResults: tests }) => [
        relative(ROOT, testFilePath),
        new Set(tests.flatMap(({ status, title }) => (status === 'passed' ? [title] : []))),
      ]),
    );
    this.missing = Object.values(ways).flatMap(({ story: [file, name] }) =>
      passed.get(file)?.has(name) === false ? [`${file}: “${name}”`] : [],
    );
  }

  getLastError(): Error | undefined {
    if (this.missing.length === 0) return undefined;
    return new Error(`The README names stories that did not pass:\n  ${this.missing.join('\n  ')}`);
  }
}
