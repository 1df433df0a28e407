import { join } from 'node:path';
import { SECOND } from '../../../lib/clock.ts';
import { createSideThread } from '../../../lib/side-thread.ts';
import type { DocumentFunctions } from './thread.ts';

const thread = createSideThread<DocumentFunctions>(join(import.meta.dirname, 'thread.ts'), {
  cpuMs: 2 * SECOND,
  heapMb: 128,
});

/** What people's documents say, read where it keeps nobody else waiting. Each throws TooHeavy for one that cannot be read. */
export const documents = {
  takeOutSecrets: (typed: string) => thread.call('takeOutSecrets', typed),
  read: (text: string) => thread.call('readDocument', text),
  linesOf: (text: string, paths: Parameters<DocumentFunctions['linesOf']>[1]) => thread.call('linesOf', text, paths),
};
