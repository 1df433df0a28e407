import { createMeter, type Meter } from './meter.ts';

export type Priority = 'critical' | 'normal';

/** One operation that waits for its turn or is under way. */
export interface Ticket {
  readonly priority: Priority;
  /** One try, which never rejects. */
  attempt(): Promise<void>;
}

/** What is said to one conversation: in order, one at a time, within its windows. */
export interface Lane {
  /** False for reading, which Teams' conversation windows do not count. */
  readonly counted: boolean;
  readonly meter: Meter;
  readonly waiting: Readonly<Record<Priority, Ticket[]>>;
  busy: boolean;
  parkedUntil: number;
  /** Up to here those who were sent away have been promised a turn. */
  promisedUntil: number;
}

export const createLane = (counted: boolean): Lane => ({
  counted,
  meter: createMeter(),
  waiting: { critical: [], normal: [] },
  busy: false,
  parkedUntil: Number.NEGATIVE_INFINITY,
  promisedUntil: Number.NEGATIVE_INFINITY,
});

export const headOf = (lane: Lane): Ticket | undefined => lane.waiting.critical[0] ?? lane.waiting.normal[0];

/** @returns false when the ticket was not waiting any more */
export const takeOut = (lane: Lane, ticket: Ticket): boolean => {
  const line = lane.waiting[ticket.priority];
  const place = line.indexOf(ticket);
  if (place >= 0) line.splice(place, 1);
  return place >= 0;
};
