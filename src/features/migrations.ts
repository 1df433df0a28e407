import { formMigrations } from '#bot/forms/form-store.ts';
import { lateReplyMigrations } from '#bot/reply/late-replies.ts';
import { idempotencyMigrations } from '#bot/turn/idempotency.ts';
import { alertsMigrations } from '#engine/alerts/migrations.ts';
import { changesMigrations } from '#engine/changes/tables.ts';
import { outboxMigrations } from '#engine/outbox/tables.ts';
import { auditMigrations } from '#platform/audit/tables.ts';
import { credentialMigrations } from '#platform/identity/credential-expiry.ts';
import { jobsMigrations } from '#platform/jobs/jobs.ts';
import type { Migrations } from '#platform/storage/database.ts';
import { connectorMigrations } from '#teams/connector/conversations/conversation-store.ts';
import { signInMigrations } from '#teams/fresh-sign-in/tables.ts';
import { features } from './index.ts';

/** The whole schema of the bot's database. */
export const migrations: Migrations = {
  ...connectorMigrations,
  ...jobsMigrations,
  ...outboxMigrations,
  ...auditMigrations,
  ...changesMigrations,
  ...signInMigrations,
  ...alertsMigrations,
  ...formMigrations,
  ...lateReplyMigrations,
  ...idempotencyMigrations,
  ...credentialMigrations,
  ...Object.assign({}, ...features.map(({ migrations: own = {} }) => own)),
};
