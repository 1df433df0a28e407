import { readMemory, writeMemory } from './browser-memory.ts';

/** Where a reader stood in a list: this message began so many pixels below its upper edge. */
export interface ScrollPlace {
  readonly message: string;
  readonly offset: number;
}

const memoryKey = (key: string) => `scroll.${key}`;

/** `key` names a person and a conversation. The answer is undefined at the end of the list. */
export const readScroll = (key: string): ScrollPlace | undefined =>
  readMemory<ScrollPlace | null>(memoryKey(key), null) ?? undefined;

export const keepScroll = (key: string, place: ScrollPlace | undefined): void => writeMemory(memoryKey(key), place);
