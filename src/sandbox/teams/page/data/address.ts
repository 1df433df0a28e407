/** Who the reader is and where: kept in the page's address, the person also in the browser. */
export interface Place {
  readonly as: string | undefined;
  readonly in: string | undefined;
}

const personKey = 'steward.person';
const seenKey = (person: string) => `steward.seen.${person}`;

export const readPlace = (): Place => {
  const query = new URLSearchParams(location.search);
  return { as: query.get('as') ?? localStorage.getItem(personKey) ?? undefined, in: query.get('in') ?? undefined };
};

/** Writes the place into the address: a new entry of the history when the reader went there. */
export const writePlace = (as: string, conversation: string, how: 'push' | 'replace'): void => {
  localStorage.setItem(personKey, as);
  const address = `?${new URLSearchParams({ as, in: conversation })}`;
  if (address === location.search) return;
  if (how === 'push') history.pushState(null, '', address);
  else history.replaceState(null, '', address);
};

/** Until when a person has read each conversation, as this browser remembers it. */
export const readSeen = (person: string): Record<string, string> => {
  try {
    return JSON.parse(localStorage.getItem(seenKey(person)) ?? '{}') as Record<string, string>;
  } catch {
    return {};
  }
};

export const writeSeen = (person: string, seen: Readonly<Record<string, string>>): void =>
  localStorage.setItem(seenKey(person), JSON.stringify(seen));
