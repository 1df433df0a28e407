import { BotState, type Storage, type StoreItems, type TurnContext } from 'botbuilder-core';
import { z } from 'zod';
import type { CardRef } from '#bot/turn/turn.ts';
import { type Clock, DAY, iso } from '#platform/lib/clock.ts';
import { removeOlder } from '#platform/storage/batches.ts';
import type { Database, Migrations } from '#platform/storage/database.ts';
import { prepared } from '#platform/storage/prepared.ts';
import { createIndex, createTable } from '#platform/storage/schema.ts';
import type { Answers } from '#teams/cards/form.ts';
import type { OpenForm } from './form-engine.ts';

/** The open form of each person in each conversation, as botbuilder's dialog state. */
interface OpenFormTable {
  key: string;
  value_json: string;
  updated_at: string;
  /** The person's directory object id; null in old rows. */
  owner: string | null;
}

/** Each form's result, for its cards that are still in the chat. */
interface FormRecordTable {
  id: string;
  owner: string;
  answers_json: string;
  card_conversation: string | null;
  card_activity: string | null;
  /** When it was submitted. */
  ended_at: string | null;
  updated_at: string;
}

declare module '#platform/storage/database.ts' {
  interface Tables {
    open_forms: OpenFormTable;
    form_records: FormRecordTable;
  }
}

/** A form record as it was stored among the answers to activities. */
const oldRecord = z.object({
  body: z.object({
    owner: z.string(),
    answers: z.record(z.string(), z.string()).default({}),
    card: z.object({ conversationId: z.string(), activityId: z.string() }).optional(),
    ended: z.boolean().default(false),
  }),
});

export const formMigrations: Migrations = {
  'forms-001': async (db) => {
    await createTable(db, 'open_forms', { key: 'key', texts: ['value_json', 'updated_at'] }).execute();
  },
  'forms-002-owner': async (db) => {
    await db.schema.alterTable('open_forms').addColumn('owner', 'text').execute();
    await createIndex(db, 'open_forms_owner', 'open_forms', ['owner', 'updated_at']);
  },
  'forms-003-ages': async (db) => {
    await createIndex(db, 'open_forms_ages', 'open_forms', ['updated_at']);
  },
  // Migrations run by name: this one after `seen-001`, whose table holds the records of open cards.
  'seen-002-form-records': async (db) => {
    await createTable(db, 'form_records', {
      key: 'id',
      texts: ['owner', 'answers_json', 'updated_at'],
      optional: ['card_conversation', 'card_activity', 'ended_at'],
    }).execute();
    await createIndex(db, 'form_records_ages', 'form_records', ['updated_at']);
    const isRecord = ['key', 'like', 'form %'] as const;
    const rows = await db
      .selectFrom('seen_activities')
      .select(['key', 'answer_json', 'seen_at'])
      .where(...isRecord)
      .execute();
    for (const { key, answer_json, seen_at } of rows) {
      const { data } = oldRecord.safeParse(JSON.parse(answer_json));
      // A card without a record still gets an answer: its form is closed.
      if (!data) continue;
      const { owner, answers, card, ended } = data.body;
      await db
        .insertInto('form_records')
        .values({
          id: key.slice('form '.length),
          owner,
          answers_json: JSON.stringify(answers),
          card_conversation: card?.conversationId ?? null,
          card_activity: card?.activityId ?? null,
          ended_at: ended ? seen_at : null,
          updated_at: seen_at,
        })
        .execute();
    }
    await db
      .deleteFrom('seen_activities')
      .where(...isRecord)
      .execute();
  },
};

/** A form that was not used for this long is closed, and its record deleted. */
const MAX_AGE_MS = DAY;

const stored = z.record(z.string(), z.unknown());

/**
 * botbuilder's Storage on a table. It holds only open forms: no decision depends on it.
 * @param most open forms of one person; beyond that, the least recently used is closed
 */
export const createFormStorage = (database: Database, clock: Clock, most: () => number): Storage => ({
  async read(keys) {
    const since = iso(clock.now() - MAX_AGE_MS);
    const rows = await Promise.all(keys.map(async (key) => (await openFormsOf(database.db, key, since)).rows));
    return Object.fromEntries(rows.flat().map((row) => [row.key, stored.parse(JSON.parse(row.value_json))]));
  },
  async write(changes: StoreItems) {
    for (const [key, value] of Object.entries(changes)) {
      const row = { value_json: JSON.stringify(value), updated_at: iso(clock.now()), owner: ownerOf(key) };
      await database.db
        .insertInto('open_forms')
        .values({ key, ...row })
        .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
        .execute();
      await putAwayBeyond(database, row.owner, most());
    }
  },
  async delete(keys) {
    await database.db.deleteFrom('open_forms').where('key', 'in', keys).execute();
  },
});

const openFormsOf = prepared((db, key: string, since: string) =>
  db.selectFrom('open_forms').selectAll().where('key', '=', key).where('updated_at', '>', since).compile(),
);

const putAwayBeyond = async ({ db }: Database, owner: string, most: number): Promise<void> => {
  const newest = db
    .selectFrom('open_forms')
    .select('key')
    .where('owner', '=', owner)
    .orderBy('updated_at', 'desc')
    .orderBy('key')
    .limit(most);
  await db.deleteFrom('open_forms').where('owner', '=', owner).where('key', 'not in', newest).execute();
};

/** State by conversation and person: two people who fill in a form in one channel never see each other's answers. */
export const createFormState = (storage: Storage): BotState =>
  new BotState(storage, async (context: TurnContext) => {
    const { conversation, from } = context.activity;
    return `${conversation.id}|${from.aadObjectId ?? from.id}`;
  });

const ownerOf = (key: string): string => key.slice(key.lastIndexOf('|') + 1);

export interface FormRecord {
  /** Directory object id of the person who opened it; empty if the form was submitted before a page was shown. */
  readonly owner: string;
  /** The answers so far; empty once it was submitted. */
  readonly answers: Answers;
  /** Its newest card in the conversation. */
  readonly card?: CardRef | undefined;
  /** It was submitted; the card now shows the result. */
  readonly ended: boolean;
}

/** Each form's result by its id, for a day, so that a repeated press changes nothing. */
export interface FormRecords {
  save(owner: string, open: OpenForm): Promise<void>;
  /** Its newest card stands there now. @returns the one before, when there was one */
  move(id: string, card: CardRef): Promise<CardRef | undefined>;
  end(id: string): Promise<void>;
  find(id: string): Promise<FormRecord | undefined>;
  /** Deletes the records that are too old. */
  prune(stopping?: () => boolean): Promise<void>;
}

const answersIn = z.record(z.string(), z.string());

const rowOf = (owner: string, answers: Answers, card: CardRef | undefined, updated_at: string) => ({
  owner,
  answers_json: JSON.stringify(answers),
  card_conversation: card?.conversationId ?? null,
  card_activity: card?.activityId ?? null,
  ended_at: null,
  updated_at,
});

export const createFormRecords = (database: Database, clock: Clock): FormRecords => {
  const upsert = (id: string, row: Omit<FormRecordTable, 'id'>, changed: Partial<FormRecordTable> = row) =>
    database.write((at) =>
      at
        .insertInto('form_records')
        .values({ id, ...row })
        .onConflict((conflict) => conflict.column('id').doUpdateSet(changed))
        .execute(),
    );
  const find = async (id: string): Promise<FormRecord | undefined> => {
    const row = await database.db.selectFrom('form_records').selectAll().where('id', '=', id).executeTakeFirst();
    if (!row) return undefined;
    const { card_conversation: conversationId, card_activity: activityId } = row;
    return {
      owner: row.owner,
      answers: answersIn.parse(JSON.parse(row.answers_json)),
      card: conversationId !== null && activityId !== null ? { conversationId, activityId } : undefined,
      ended: row.ended_at !== null,
    };
  };
  return {
    find,
    async save(owner, { id, answers, card }) {
      const { card_conversation, card_activity, ...row } = rowOf(owner, answers, card, iso(clock.now()));
      const at = { card_conversation, card_activity };
      await upsert(id, { ...row, ...at }, card ? { ...row, ...at } : row);
    },
    async move(id, { conversationId, activityId }) {
      const older = (await find(id))?.card;
      await database.write((at) =>
        at
          .updateTable('form_records')
          .set({ card_conversation: conversationId, card_activity: activityId })
          .where('id', '=', id)
          .where('ended_at', 'is', null)
          .execute(),
      );
      return older?.activityId === activityId ? undefined : older;
    },
    async end(id) {
      const now = iso(clock.now());
      const { owner, ...ended } = { ...rowOf('', {}, undefined, now), ended_at: now };
      await upsert(id, { owner, ...ended }, ended);
    },
    prune: (stopping) =>
      removeOlder(database.db, 'form_records', { key: 'id', time: 'updated_at' }, clock.now() - MAX_AGE_MS, stopping),
  };
};

/** Deletes the open forms that are too old. */
export const pruneForms = ({ db }: Database, now: number, stopping?: () => boolean): Promise<void> =>
  removeOlder(db, 'open_forms', { key: 'key', time: 'updated_at' }, now - MAX_AGE_MS, stopping);
