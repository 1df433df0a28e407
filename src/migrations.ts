import { alertsMigrations } from './alerts/schema.ts';
import { auditMigrations } from './audit/tables.ts';
import { formMigrations } from './bot/form-storage.ts';
import { lateReplyMigrations } from './bot/late-replies.ts';
import { seenMigrations } from './bot/seen.ts';
import { changesMigrations } from './changes/tables.ts';
import { connectorMigrations } from './connector/known.ts';
import { features } from './features/index.ts';
import { jobsMigrations } from './jobs/jobs.ts';
import { outboxMigrations } from './outbox/tables.ts';
import type { Migrations } from './storage/database.ts';

/** The whole schema of the bot's database. */
export const migrations: Migrations = {
  ...connectorMigrations,
  ...jobsMigrations,
  ...outboxMigrations,
  ...auditMigrations,
  ...changesMigrations,
  ...alertsMigrations,
  ...formMigrations,
  ...lateReplyMigrations,
  ...seenMigrations,
  ...Object.assign({}, ...features.map(({ migrations: own = {} }) => own)),
};
