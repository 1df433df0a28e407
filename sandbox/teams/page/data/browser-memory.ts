const name = (key: string) => `steward.${key}`;

/** What the browser stores for this page, as JSON; an unreadable value counts as missing. */
export const readMemory = <Value>(key: string, fallback: Value): Value => {
  try {
    const kept = localStorage.getItem(name(key));
    return kept === null ? fallback : (JSON.parse(kept) as Value);
  } catch {
    return fallback;
  }
};

/** Undefined is forgotten. */
export const writeMemory = (key: string, value: unknown): void => {
  if (value === undefined) localStorage.removeItem(name(key));
  else localStorage.setItem(name(key), JSON.stringify(value));
};

/** The unsent text of a box: stored by person and place, also over a reload. */
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

/** A scroll position: this message began so many pixels below the upper edge of the list. */
interface ScrollPlace {
  readonly message: string;
  readonly offset: number;
}

/** `key` names a person and a conversation. The answer is undefined at the end of the list. */
export const readScroll = (key: string): ScrollPlace | undefined =>
  readMemory<ScrollPlace | null>(`scroll.${key}`, null) ?? undefined;

export const keepScroll = (key: string, place: ScrollPlace | undefined): void => writeMemory(`scroll.${key}`, place);

/** The person and the conversation: in the page's address, and in the browser for the next visit. */
interface Place {
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
