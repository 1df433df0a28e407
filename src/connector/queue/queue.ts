import { createRateWindow, type RateWindow } from './rate-window.ts';

export type Priority = 'critical' | 'normal';

/** One operation that waits for its turn or is under way. */
export interface QueuedOperation {
  readonly priority: Priority;
  /** Whether what it did is written down. */
  readonly recorded: boolean;
  /** One try, which never rejects. @returns the writing down of what it did, which never rejects either */
  attempt(): Promise<{ readonly recording: Promise<void> } | undefined>;
}

/** What is said to one conversation: in order, one at a time, within its windows. */
export interface Queue {
  /** False for reading, which Teams' conversation windows do not count. */
  readonly counted: boolean;
  readonly meter: RateWindow;
  readonly waiting: Readonly<Record<Priority, QueuedOperation[]>>;
  busy: boolean;
  /** What was said is being written down: until that is done a reply may go out, and nothing that is written down. */
  recording: boolean;
  parkedUntil: number;
  /** Up to here those who were sent away have been promised a turn. */
  promisedUntil: number;
}

export const createQueue = (counted: boolean): Queue => ({
  counted,
  meter: createRateWindow(),
  waiting: { critical: [], normal: [] },
  busy: false,
  recording: false,
  parkedUntil: Number.NEGATIVE_INFINITY,
  promisedUntil: Number.NEGATIVE_INFINITY,
});

export const headOf = ({ waiting, recording }: Queue): QueuedOperation | undefined => {
  const mayGo = ({ recorded }: QueuedOperation): boolean => !(recorded && recording);
  return waiting.critical.find(mayGo) ?? waiting.normal.find(mayGo);
};

/** @returns false when the ticket was not waiting any more */
export const takeOut = (lane: Queue, ticket: QueuedOperation): boolean => {
  const line = lane.waiting[ticket.priority];
  const place = line.indexOf(ticket);
  if (place >= 0) line.splice(place, 1);
  return place >= 0;
};
