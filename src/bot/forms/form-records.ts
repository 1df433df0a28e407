import { z } from 'zod';
import type { Answers } from '../../cards/form.ts';
import type { IdempotencyStore } from '../turn/idempotency.ts';
import type { StandingCard } from '../turn/turn.ts';
import type { OpenForm } from './form-engine.ts';

export interface FormRecord {
  /** Directory object id of whoever opened it. */
  readonly owner: string;
  /** What was typed on it so far. */
  readonly answers: Answers;
  /** Where it stands as a card while it is filled in a dialog. */
  readonly card?: StandingCard | undefined;
  /** It was sent; its card, by now perhaps another one, tells how that stands. */
  readonly ended: boolean;
}

/** What became of each form by its id, for a day: so that a press that comes again does nothing again. */
export interface FormRecords {
  asked(owner: string, open: OpenForm): Promise<void>;
  ended(id: string): Promise<void>;
  find(id: string): Promise<FormRecord | undefined>;
}

const record = z.object({
  owner: z.string(),
  answers: z.record(z.string(), z.string()).default({}),
  card: z.object({ conversationId: z.string(), activityId: z.string() }).optional(),
  ended: z.boolean().default(false),
});
const keyOf = (id: string): string => `form ${id}`;

export const createFormRecords = (seen: IdempotencyStore): FormRecords => {
  const find: FormRecords['find'] = async (id) => {
    const kept = await seen.find(keyOf(id));
    if (!kept) return undefined;
    return record.parse(kept.body);
  };
  return {
    find,
    asked: (owner, { id, answers, card }) => seen.keep(keyOf(id), { status: 200, body: { owner, answers, card } }),
    ended: async (id) => {
      const before = await find(id);
      await seen.keep(keyOf(id), { status: 200, body: { owner: before?.owner ?? '', ended: true } });
    },
  };
};
