import { z } from 'zod';
import type { TextValues } from '../../../lib/errors.ts';
import type { NewDelivery } from '../../../outbox/repository.ts';
import type { Parked, TranslationFault } from '../faults.ts';
import type { Asker, Order, Outcome } from '../order.ts';
import type { TranslationRow } from './translation-rows.ts';

/** A translation of the outbox: the subject of every copy of its card. */
export const TRANSLATION = 'translation';
export const translationSubject = (id: string): string => `${TRANSLATION}:${id}`;

/** What a person is told of why it is not there. */
export interface Why {
  readonly why: string;
  readonly values: TextValues;
  /** What they can put right themselves. */
  readonly field?: Extract<TranslationFault['next'], { is: 'ask' }>['field'];
}

/** A card whose texts are translated, and the conversation where the person reads it. */
export interface Thing {
  /** Of the card, as in `alert:…`. */
  readonly subject: string;
  /** Without the thread's `;messageid=`. */
  readonly conversationId: string;
}

export type TranslationState =
  /** `note`: what it waits for, where it waits. */
  | { readonly is: 'waiting'; readonly done: number; readonly of: number; readonly note?: Why }
  /** `note`: why what was asked of it last was not done. */
  | { readonly is: 'done'; readonly outcome: Outcome; readonly note?: Why }
  | ({ readonly is: 'failed' } & Why);

/** Which page of it is shown, of its texts or of their sentences and words. */
export interface View {
  readonly page: number;
  readonly face: 'texts' | 'curious';
  /** Only the beginning of the message came here: Teams quotes no more, or it was too long. */
  readonly shortened?: 'quote' | 'length';
}
export const firstView: View = { page: 0, face: 'texts' };

/** One translation as it stands in its row. */
export interface Translation {
  /** What buttons carry, and nothing else. */
  readonly id: string;
  readonly askedBy: string;
  readonly asker: Asker;
  readonly order: Order;
  /** Whose texts they are; absent where somebody wrote or pointed at them. */
  readonly thing?: Thing;
  readonly view: View;
  readonly version: number;
  readonly parked: Parked;
  readonly state: TranslationState;
}

/** Where its card goes when no turn shows it. */
export type Reach = Pick<NewDelivery, 'to' | 'standsAs'>;

/** What only this feature writes and reads; its parts have types of their own. */
const stored = <T>() => z.custom<T>((value) => typeof value === 'object' && value !== null);
const order = stored<Order>();
const asker = stored<Asker>();
const outcome = stored<Outcome>();
const parked = stored<Parked>();
const reach = stored<Reach>();
const thing = stored<Thing>();
const view = stored<View>();
const why = z.object({
  why: z.string(),
  values: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  field: z.enum(['from', 'to', 'script', 'category']).optional(),
});

export const readReach = (row: TranslationRow): Reach => reach.parse(JSON.parse(row.reach_json));

export const loadTranslation = (row: TranslationRow): Translation => ({
  id: row.id,
  askedBy: row.asked_by,
  asker: asker.parse(JSON.parse(row.asker_json)),
  order: order.parse(JSON.parse(row.order_json)),
  ...(row.thing_json === null ? {} : { thing: thing.parse(JSON.parse(row.thing_json)) }),
  view: view.parse(JSON.parse(row.view_json)),
  version: row.version,
  parked: parked.parse(JSON.parse(row.parked_json)),
  state: stateOf(row),
});

const whyOf = (json: string): Why => {
  const { field, ...told } = why.parse(JSON.parse(json));
  return { ...told, ...(field === undefined ? {} : { field }) };
};

const stateOf = (row: TranslationRow): TranslationState => {
  const note = row.why_json === null ? {} : { note: whyOf(row.why_json) };
  if (row.state === 'waiting') {
    const { done, of } = row;
    return { is: 'waiting', done, of, ...note };
  }
  if (row.state === 'failed') return { is: 'failed', ...whyOf(row.why_json ?? '{}') };
  return { is: 'done', outcome: outcome.parse(JSON.parse(row.outcome_json ?? 'null')), ...note };
};
