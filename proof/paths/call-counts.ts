import { Session } from 'node:inspector/promises';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ROOT } from '../../test/house/source.ts';

/** What ran between two moments: own files (src without the sandbox) with the number of their functions that were called. */
export type CalledFiles = ReadonlyMap<string, number>;

export interface CallCounts {
  /** What ran since the last call of this, or since the start. */
  take(): Promise<CalledFiles>;
  end(): Promise<void>;
}

/** Counts calls by V8's precise coverage. Loading a module is no call. */
export const startCallCounts = async (): Promise<CallCounts> => {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  return {
    async take() {
      const { result } = await session.post('Profiler.takePreciseCoverage');
      const called = new Map<string, number>();
      for (const { url, functions } of result) {
        const file = ownFile(url);
        const count = functions.filter(isCalled).length;
        if (file !== undefined && count > 0) called.set(file, (called.get(file) ?? 0) + count);
      }
      return called;
    },
    async end() {
      await session.post('Profiler.stopPreciseCoverage');
      session.disconnect();
    },
  };
};

interface CountedFunction {
  readonly functionName: string;
  readonly ranges: readonly { readonly startOffset: number; readonly count: number }[];
}

/** The first range of a function is the whole of it; the module itself begins at 0 and has no name. */
const isCalled = ({ functionName, ranges: [whole] }: CountedFunction): boolean =>
  whole !== undefined && whole.count > 0 && !(functionName === '' && whole.startOffset === 0);

const ownFile = (url: string): string | undefined => {
  if (!url.startsWith('file:')) return undefined;
  const file = relative(ROOT, fileURLToPath(url));
  return file.startsWith('src/') && !file.startsWith('sandbox/') ? file : undefined;
};
