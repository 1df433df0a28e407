import type { Db } from '../storage/database.ts';

/** An entry of the audit as it is read back. */
export interface RecordedEvent {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Directory object id, or `steward` where no person acted. */
  readonly actor: string;
  readonly event: string;
  readonly detail: Readonly<Record<string, unknown>>;
}

/** What the audit has of a target, in the order in which it happened. */
export const listEvents = async (db: Db, target: string): Promise<readonly RecordedEvent[]> => {
  const rows = await db.selectFrom('audit').selectAll().where('change_id', '=', target).execute();
  return rows
    .toSorted((a, b) => a.seq - b.seq)
    .map(({ at, actor, event, detail_json }) => ({
      ...{ at: Date.parse(at), actor, event },
      detail: JSON.parse(detail_json),
    }));
};
