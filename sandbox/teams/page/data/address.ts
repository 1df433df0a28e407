import { readMemory, writeMemory } from './browser-memory.ts';

/** The person and the conversation: in the page's address, and in the browser for the next visit. */
export interface Place {
  readonly as: string | undefined;
  readonly in: string | undefined;
}

const lastKey = (person: string) => `open.${person}`;
const seenKey = (person: string) => `seen.${person}`;

/** The conversation that a person had open when somebody last looked through their eyes. */
export const lastConversation = (person: string): string | undefined =>
  readMemory<string | null>(lastKey(person), null) ?? undefined;

export const readPlace = (): Place => {
  const query = new URLSearchParams(location.search);
  const as = query.get('as') ?? readMemory<string | null>('person', null) ?? undefined;
  return { as, in: query.get('in') ?? (as && lastConversation(as)) };
};

/** Writes the place into the address: a new entry of the history when the reader went there. */
export const writePlace = (as: string, conversation: string, how: 'push' | 'replace'): void => {
  writeMemory('person', as);
  writeMemory(lastKey(as), conversation);
  const address = `?${new URLSearchParams({ as, in: conversation })}`;
  if (address === location.search) return;
  if (how === 'push') history.pushState(null, '', address);
  else history.replaceState(null, '', address);
};

/** Until when a person has read each conversation, as this browser remembers it. */
export const readUnreadMarks = (person: string): Record<string, string> => readMemory(seenKey(person), {});

export const writeUnreadMarks = (person: string, seen: Readonly<Record<string, string>>): void =>
  writeMemory(seenKey(person), seen);
