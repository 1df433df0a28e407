import type { Selectable } from 'kysely';
import { createAnswerStore } from '#engine/answers/card-rows.ts';
import { createExportTable, type ExportColumns } from '#engine/answers/exports.ts';
import type { Db, Migrations } from '#platform/storage/database.ts';

declare module '#platform/storage/database.ts' {
  interface Tables {
    access_exports: ExportColumns;
  }
}

export type AccessExportRow = Selectable<ExportColumns>;

export const accessExportStore = createAnswerStore('access_exports');

export const accessExportMigrations: Migrations = {
  'access-exports-001': (db) => createExportTable(db, 'access_exports'),
};

/** The request that granted a role: its reference, and who approved it. */
export interface GrantedBy {
  readonly ref: string;
  readonly approvers: readonly { readonly objectId: string; readonly name: string }[];
}

/** Ids in one statement. */
const MOST = 500;

/** The requests through Steward behind these at the vendor, by GUID in lower case. @param requests GUIDs in lower case */
export const grantedBy = async (db: Db, requests: readonly string[]): Promise<ReadonlyMap<string, GrantedBy>> => {
  const found = new Map<string, GrantedBy>();
  for (let at = 0; at < requests.length; at += MOST) {
    const rows = await db
      .selectFrom('grants')
      .innerJoin('changes', 'changes.id', 'grants.change_id')
      .leftJoin('decisions', (join) =>
        join.onRef('decisions.change_id', '=', 'changes.id').on('decisions.verdict', '=', 'approve'),
      )
      .select(['grants.request', 'changes.ref', 'decisions.at', 'decisions.person_id', 'decisions.person_name'])
      .where('grants.request', 'in', requests.slice(at, at + MOST))
      .execute();
    const inTime = rows.toSorted((a, b) => ((a.at ?? '') < (b.at ?? '') ? -1 : 1));
    for (const { request, ref, person_id: objectId, person_name: name } of inTime) {
      const key = request.toLowerCase();
      const before = found.get(key)?.approvers ?? [];
      found.set(key, { ref, approvers: objectId === null ? before : [...before, { objectId, name: name ?? '' }] });
    }
  }
  return found;
};
