import { z } from 'zod';
import { type RefusedLine, refusedLine } from '#engine/changes/batch/batch.ts';
import { iso } from '#platform/lib/clock.ts';
import { insertNew } from '#platform/storage/claim.ts';
import type { Db, Migrations } from '#platform/storage/database.ts';
import { createTable } from '#platform/storage/schema.ts';

/** An administrator revoked all of a person. JSON is text. */
interface RevocationTable {
  id: string;
  /** The activity that sent it: the same one is the same revocation. */
  source: string;
  version: number;
  person_id: string;
  person_name: string;
  by_id: string;
  by_name: string;
  by_language: string;
  reason: string;
  /** Short names of requests that it ended, and of those that lost an approval. */
  ended_json: string;
  voided_json: string;
  /** Short names of requests of others that stood on an approval of theirs: over, or perhaps at the vendor already. */
  stopped_json: string;
  sent_json: string;
  /** Ids of changes that may be on their way to the vendor. */
  under_way_json: string;
  /** Where it was asked for: the removals stand there too. */
  conversation_id: string;
  /** Ids of the batches of removals. */
  batches_json: string;
  /** What stays, and why; null before the person's access was read for the first time. */
  left_json: string | null;
  at: string;
}

declare module '#platform/storage/database.ts' {
  interface Tables {
    revocations: RevocationTable;
  }
}

export const administrationMigrations: Migrations = {
  'administration-001-revocations': async (db) => {
    await createTable(db, 'revocations', {
      key: 'id',
      texts: [
        'source',
        'person_id',
        'person_name',
        'by_id',
        'by_name',
        'by_language',
        'reason',
        'ended_json',
        'voided_json',
        'under_way_json',
        'conversation_id',
        'batches_json',
        'at',
      ],
      numbers: ['version'],
      optional: ['left_json'],
      unique: ['source'],
    }).execute();
  },
  'administration-002-approved': async (db) => {
    for (const column of ['stopped_json', 'sent_json']) {
      await db.schema
        .alterTable('revocations')
        .addColumn(column, 'text', (c) => c.notNull().defaultTo('[]'))
        .execute();
    }
  },
};

const leftLines = z.array(refusedLine);

const leftIn = (text: string | null): readonly RefusedLine[] | undefined =>
  text === null ? undefined : leftLines.parse(JSON.parse(text));

const texts = z.string().transform((text) => z.array(z.string()).parse(JSON.parse(text)));
const lists = z.object({
  ...{ ended_json: texts, voided_json: texts, stopped_json: texts, sent_json: texts },
  ...{ under_way_json: texts, batches_json: texts },
});

/** What an administrator revoked of a person. */
export interface Revocation {
  readonly id: string;
  readonly version: number;
  readonly person: { readonly objectId: string; readonly name: string };
  readonly by: { readonly objectId: string; readonly name: string; readonly language: string };
  readonly reason: string;
  readonly ended: readonly string[];
  readonly voided: readonly string[];
  readonly stopped: readonly string[];
  readonly sent: readonly string[];
  readonly underWay: readonly string[];
  /** Where it was asked for. */
  readonly conversationId: string;
  /** Ids of the batches of removals. */
  readonly batches: readonly string[];
  /** What stays, and why; undefined before the person's access was read for the first time. */
  readonly left: readonly RefusedLine[] | undefined;
  /** Milliseconds since 1970. */
  readonly at: number;
}

const toRevocation = (row: RevocationTable): Revocation => {
  const { ended_json, voided_json, stopped_json, sent_json, under_way_json, batches_json } = lists.parse(row);
  return {
    ...{ id: row.id, version: row.version, reason: row.reason, at: Date.parse(row.at) },
    person: { objectId: row.person_id, name: row.person_name },
    by: { objectId: row.by_id, name: row.by_name, language: row.by_language },
    ...{ ended: ended_json, voided: voided_json, stopped: stopped_json, sent: sent_json, underWay: under_way_json },
    ...{ conversationId: row.conversation_id, batches: batches_json, left: leftIn(row.left_json) },
  };
};

/** @returns false if the same activity made one already */
export const insertRevocation = (
  db: Db,
  source: string,
  { id, version, person, by, reason, conversationId, at, ...lists }: Omit<Revocation, 'batches' | 'left'>,
): Promise<boolean> => {
  const row = {
    ...{ id, source, version, reason, at: iso(at), person_id: person.objectId, person_name: person.name },
    ...{ by_id: by.objectId, by_name: by.name, by_language: by.language },
    ended_json: JSON.stringify(lists.ended),
    voided_json: JSON.stringify(lists.voided),
    stopped_json: JSON.stringify(lists.stopped),
    sent_json: JSON.stringify(lists.sent),
    under_way_json: JSON.stringify(lists.underWay),
    ...{ conversation_id: conversationId, batches_json: '[]' },
  };
  return insertNew(db.insertInto('revocations').values(row));
};

export const findRevocation = async (db: Db, id: string): Promise<Revocation | undefined> => {
  const row = await db.selectFrom('revocations').selectAll().where('id', '=', id).executeTakeFirst();
  return row && toRevocation(row);
};

export const findRevocationBySource = async (db: Db, source: string): Promise<Revocation | undefined> => {
  const row = await db.selectFrom('revocations').selectAll().where('source', '=', source).executeTakeFirst();
  return row && toRevocation(row);
};

/** @returns the revocation with them */
export const saveRemovals = async (
  db: Db,
  id: string,
  { batches, left }: { readonly batches: readonly string[]; readonly left: readonly RefusedLine[] },
): Promise<Revocation | undefined> => {
  const row = await db
    .updateTable('revocations')
    .set((eb) => ({
      version: eb('version', '+', 1),
      ...{ batches_json: JSON.stringify(batches), left_json: JSON.stringify(left) },
    }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
  return row && toRevocation(row);
};
