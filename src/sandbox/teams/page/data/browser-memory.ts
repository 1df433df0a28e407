const name = (key: string) => `steward.${key}`;

/** What the browser keeps for this page, as JSON; what cannot be read counts as never written. */
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

/** Where a reader stood in a list: this message began so many pixels below its upper edge. */
export interface ScrollPlace {
  readonly message: string;
  readonly offset: number;
}

/** `key` names a person and a conversation. The answer is undefined at the end of the list. */
export const readScroll = (key: string): ScrollPlace | undefined =>
  readMemory<ScrollPlace | null>(`scroll.${key}`, null) ?? undefined;

export const keepScroll = (key: string, place: ScrollPlace | undefined): void => writeMemory(`scroll.${key}`, place);
