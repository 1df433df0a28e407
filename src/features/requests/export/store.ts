import type { Selectable } from 'kysely';
import { createAnswerStore } from '#engine/answers/card-rows.ts';
import { createExportTable, type ExportColumns } from '#engine/answers/exports.ts';
import type { Migrations } from '#platform/storage/database.ts';

declare module '#platform/storage/database.ts' {
  interface Tables {
    request_exports: ExportColumns;
  }
}

export type RequestExportRow = Selectable<ExportColumns>;

export const requestExportStore = createAnswerStore('request_exports');

export const requestExportMigrations: Migrations = {
  'request-exports-001': (db) => createExportTable(db, 'request_exports'),
};
