/** One incident in one channel, when no work is pending. */
export interface ReplicaHistory {
  readonly mark: string;
  readonly channel: string;
  readonly wanted: boolean;
  /** Its cards, and the number of those in the store. */
  readonly cards: number;
  readonly known: number;
  /** Whether each of those shows the newest update. */
  readonly newest: boolean;
  /** Answers to its posts that never reached the store: lost by Teams, or by a process that died or was stopped. */
  readonly lost: number;
}

/** @returns the violations: one card, and another one only for a lost answer */
export const replicaViolations = ({ mark, channel, wanted, cards, known, newest, lost }: ReplicaHistory): string[] => {
  const due = wanted ? 1 : 0;
  const extra = cards - known;
  return [
    ...(known === due ? [] : [`${known} cards that are kept, not ${due}`]),
    ...(newest ? [] : ['a card that is kept says an old word']),
    ...(extra <= lost ? [] : [`${extra} cards too many, and ${lost} answers lost`]),
  ].map((words) => `${mark} in ${channel}: ${words}`);
};
