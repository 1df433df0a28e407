import { z } from 'zod';
import type { Seen } from './seen.ts';
import type { Answer } from './turn.ts';

export interface FormRecord {
  /** Directory object id of whoever opened it. */
  readonly owner: string;
  /** How it ended, when it has. */
  readonly answer?: Answer;
}

/** What became of each form by its id, for a day: so that a press that comes again gets the same answer. */
export interface FormRecords {
  opened(id: string, owner: string): Promise<void>;
  ended(id: string, answer: Answer): Promise<void>;
  find(id: string): Promise<FormRecord | undefined>;
}

const record = z.object({ owner: z.string(), answer: z.custom<Answer>().optional() });
const keyOf = (id: string): string => `form ${id}`;

export const createFormRecords = (seen: Seen): FormRecords => {
  const find: FormRecords['find'] = async (id) => {
    const kept = await seen.find(keyOf(id));
    if (!kept) return undefined;
    const { owner, answer } = record.parse(kept.body);
    return { owner, ...(answer ? { answer } : {}) };
  };
  return {
    find,
    opened: (id, owner) => seen.keep(keyOf(id), { status: 200, body: { owner } }),
    ended: async (id, answer) => {
      const before = await find(id);
      await seen.keep(keyOf(id), { status: 200, body: { owner: before?.owner ?? '', answer } });
    },
  };
};
