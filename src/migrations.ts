import { alertsMigrations } from './alerts/migrations.ts';
import { auditMigrations } from './audit/tables.ts';
import { formMigrations } from './bot/forms/form-store.ts';
import { lateReplyMigrations } from './bot/reply/late-replies.ts';
import { idempotencyMigrations } from './bot/turn/idempotency.ts';
import { changesMigrations } from './changes/tables.ts';
import { connectorMigrations } from './connector/conversations/conversation-store.ts';
import { credentialMigrations } from './credential-expiry.ts';
import { features } from './features/index.ts';
import { jobsMigrations } from './jobs/jobs.ts';
import { outboxMigrations } from './outbox/tables.ts';
import { signInMigrations } from './sign-in/tables.ts';
import type { Migrations } from './storage/database.ts';

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
