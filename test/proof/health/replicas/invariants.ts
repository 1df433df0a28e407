/** One incident in one channel, when all has come to rest. */
export interface ReplicaHistory {
  readonly mark: string;
  readonly channel: string;
  readonly wanted: boolean;
  /** Cards that stand there, and how many of them a row of the store knows. */
  readonly cards: number;
  readonly known: number;
  /** Whether each of those says the newest word of the vendor. */
  readonly newest: boolean;
  /** Answers to its posts that never reached the store: those that Teams lost, and those of a process that died or stood still. */
  readonly lost: number;
}

/** @returns what does not hold: one card, and no other one but where an answer was lost */
export const replicaViolations = ({ mark, channel, wanted, cards, known, newest, lost }: ReplicaHistory): string[] => {
  const due = wanted ? 1 : 0;
  const extra = cards - known;
  return [
    ...(known === due ? [] : [`${known} cards that are kept, not ${due}`]),
    ...(newest ? [] : ['a card that is kept says an old word']),
    ...(extra <= lost ? [] : [`${extra} cards too many, and ${lost} answers lost`]),
  ].map((words) => `${mark} in ${channel}: ${words}`);
};
