import { readMemory, writeMemory } from './browser-memory.ts';

/** What stands in a box and has not been sent: kept by person and place while the reader looks elsewhere, also over a reload. */
export interface Draft {
  readonly text: string;
  readonly mentionsBot: boolean;
}

const memoryKey = (key: string) => `draft.${key}`;

export const readDraft = (key: string, fallback: Draft): Draft => readMemory(memoryKey(key), fallback);

/** An empty draft is forgotten. */
export const keepDraft = (key: string, draft: Draft): void =>
  writeMemory(memoryKey(key), draft.text ? draft : undefined);

export const hasDraft = (key: string): boolean => readMemory<Draft | null>(memoryKey(key), null) !== null;
