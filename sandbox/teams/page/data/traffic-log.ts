import type { TrafficView } from '../../api.ts';

export interface TrafficFilter {
  readonly to: TrafficView['to'] | 'both';
  readonly text: string;
}

const keptEntries = 500;
const searched = new WeakMap<TrafficView, string>();

/** All of an entry's words in lower case, reckoned once: entries never change but for their late answer. */
const wordsOf = (entry: TrafficView): string => {
  const known = searched.get(entry);
  if (known !== undefined) return known;
  const words = `${entry.title} ${entry.status} ${JSON.stringify(entry.request)} ${JSON.stringify(entry.response)}`;
  searched.set(entry, words.toLowerCase());
  return words.toLowerCase();
};

/** Adds entries to a log, newest first and each id once, with its latest answer. */
export const withEntries = (log: readonly TrafficView[], entries: readonly TrafficView[]): readonly TrafficView[] => {
  const byId = new Map([...log, ...entries].map((entry) => [entry.id, entry]));
  return [...byId.values()].sort((a, b) => b.id - a.id).slice(0, keptEntries);
};

export const filtered = (log: readonly TrafficView[], { to, text }: TrafficFilter): readonly TrafficView[] => {
  const wanted = text.trim().toLowerCase();
  return log.filter((entry) => (to === 'both' || entry.to === to) && (!wanted || wordsOf(entry).includes(wanted)));
};
