import { z } from 'zod';
import { iso } from '#platform/lib/clock.ts';
import type { Db } from '#platform/storage/database.ts';
import { type NoticeSettings, noticeWays, toSettings, usualSettings } from './settings.ts';

/** The choices of these people, without those who have made none. @param objectIds in lower case */
export const findSettings = async (db: Db, objectIds: readonly string[]): Promise<Map<string, NoticeSettings>> => {
  const rows = await db
    .selectFrom('notice_settings')
    .selectAll()
    .where('person_id', 'in', ['', ...objectIds])
    .execute();
  return new Map(rows.map((row) => [row.person_id, toSettings(row)]));
};

/** What this person has chosen, or what is usual. */
export const settingsOf = async (db: Db, objectId: string): Promise<NoticeSettings> => {
  const me = objectId.toLowerCase();
  return (await findSettings(db, [me])).get(me) ?? usualSettings;
};

export const saveSettings = async (db: Db, objectId: string, settings: NoticeSettings, now: number): Promise<void> => {
  const { way, quiet, weekends, zone, language, awayUntil, standIn } = settings;
  const fields = {
    ...{ way, zone, language, weekends: weekends ? 1 : 0 },
    quiet_from: quiet?.from ?? null,
    quiet_to: quiet?.to ?? null,
    away_until: awayUntil === undefined ? null : iso(awayUntil),
    stand_in: standIn ?? null,
    updated_at: iso(now),
  };
  await db
    .insertInto('notice_settings')
    .values({ person_id: objectId.toLowerCase(), ...fields })
    .onConflict((conflict) => conflict.column('person_id').doUpdateSet(fields))
    .execute();
};

const noticeRow = z.object({
  person_id: z.string(),
  kind: z.enum(['asked', 'reminder']),
  way: z.enum(noticeWays),
  reached: z.number().transform((is) => is === 1),
  at: z.string().transform((text) => Date.parse(text)),
});

/** A notice as it was given. */
export interface GivenNotice {
  /** Directory object id. */
  readonly person: string;
  readonly kind: 'asked' | 'reminder';
  readonly way: NoticeSettings['way'];
  /** False where Teams knows no way to them. */
  readonly reached: boolean;
  readonly at: number;
}

/** In order of time. */
export const listNotices = async (db: Db, changeId: string): Promise<GivenNotice[]> => {
  const rows = await db
    .selectFrom('change_notices')
    .selectAll()
    .where('change_id', '=', changeId)
    .orderBy('at')
    .execute();
  return rows.map((row) => {
    const { person_id: person, ...read } = noticeRow.parse(row);
    return { person, ...read };
  });
};

interface NewNotice extends Omit<GivenNotice, 'reached'> {
  readonly id: string;
  readonly change: string;
  readonly message?: string | undefined;
}

export const insertNotice = async (
  db: Db,
  { id, change, person, kind, way, message, at }: NewNotice,
): Promise<void> => {
  const row = { id, change_id: change, person_id: person, kind, way, message_id: message ?? null };
  await db
    .insertInto('change_notices')
    .values({ ...row, reached: 1, at: iso(at) })
    .execute();
};

/** The mention of these people becomes a card in their own chat. @param message all when undefined @returns for whom it was not one before */
export const moveToOwnChat = async (
  db: Db,
  changeId: string,
  message: string | undefined,
  people?: readonly string[],
): Promise<string[]> => {
  let query = db
    .updateTable('change_notices')
    .set({ way: 'chat' })
    .where('change_id', '=', changeId)
    .where('way', '=', 'mention');
  if (message !== undefined) query = query.where('message_id', '=', message);
  if (people) query = query.where('person_id', 'in', ['', ...people]);
  const rows = await query.returning('person_id').execute();
  return [...new Set(rows.map(({ person_id }) => person_id))];
};

/** Teams knows no way to this person. */
export const markUnreached = async (db: Db, changeId: string, person: string): Promise<void> => {
  await db
    .updateTable('change_notices')
    .set({ reached: 0 })
    .where('change_id', '=', changeId)
    .where('person_id', '=', person)
    .execute();
};

const peopleInMessage = z.array(z.object({ objectId: z.string(), name: z.string(), standsFor: z.array(z.string()) }));
type NoticePerson = z.infer<typeof peopleInMessage>[number];

/** A message about a request. */
interface NoticeMessage {
  readonly id: string;
  readonly change: string;
  readonly kind: 'asked' | 'reminder';
  readonly people: readonly NoticePerson[];
  readonly at: number;
}

export const insertMessage = async (db: Db, { id, change, kind, people, at }: NoticeMessage): Promise<void> => {
  await db
    .insertInto('notice_messages')
    .values({ id, change_id: change, kind, people_json: JSON.stringify(people), at: iso(at) })
    .execute();
};

export const findMessage = async (db: Db, id: string): Promise<NoticeMessage | undefined> => {
  const row = await db.selectFrom('notice_messages').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) return undefined;
  const { kind } = noticeRow.pick({ kind: true }).parse(row);
  const people = peopleInMessage.parse(JSON.parse(row.people_json));
  return { id: row.id, change: row.change_id, kind, people, at: Date.parse(row.at) };
};

/** Directory object ids of the people a message about these requests is still to mention: the others have their own card. */
export const toMention = async (db: Db, message: string, changes: readonly string[]): Promise<Set<string>> => {
  const rows = await db
    .selectFrom('change_notices')
    .select('person_id')
    .where('change_id', 'in', ['', ...changes])
    .where('message_id', '=', message)
    .where('way', '=', 'mention')
    .execute();
  return new Set(rows.map(({ person_id }) => person_id));
};

/** Ids of a request's messages. */
export const messagesOf = async (db: Db, changeId: string): Promise<string[]> => {
  const rows = await db.selectFrom('notice_messages').select('id').where('change_id', '=', changeId).execute();
  return rows.map(({ id }) => id);
};

/** Somebody who looks at a request. */
export interface Claim {
  readonly person: { readonly objectId: string; readonly name: string };
  readonly at: number;
}

/** Oldest first. */
export const listClaims = async (db: Db, changeId: string): Promise<Claim[]> => {
  const rows = await db.selectFrom('change_claims').selectAll().where('change_id', '=', changeId).execute();
  return rows
    .map(({ person_id, person_name, at }) => ({
      person: { objectId: person_id, name: person_name },
      at: Date.parse(at),
    }))
    .toSorted((a, b) => a.at - b.at);
};

export const saveClaim = async (db: Db, changeId: string, { person, at }: Claim): Promise<void> => {
  const fields = { person_name: person.name, at: iso(at) };
  await db
    .insertInto('change_claims')
    .values({ change_id: changeId, person_id: person.objectId, ...fields })
    .onConflict((conflict) => conflict.columns(['change_id', 'person_id']).doUpdateSet(fields))
    .execute();
};

/** Drops what these accounts said of waiting requests. @returns the requests */
export const dropClaims = async (db: Db, accounts: readonly string[]): Promise<readonly string[]> => {
  const waiting = db.selectFrom('changes').select('id').where('state', '=', 'waiting');
  const rows = await db
    .deleteFrom('change_claims')
    .where('person_id', 'in', ['', ...accounts])
    .where('change_id', 'in', waiting)
    .returning('change_id')
    .execute();
  return [...new Set(rows.map(({ change_id }) => change_id))];
};
