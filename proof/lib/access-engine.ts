import type { VendorClient } from '../../src/cloud/client.ts';
import type { ChangeKind } from '../../src/engine/changes/change-kind.ts';
import { rulesSection } from '../../src/engine/changes/decision/check-rules.ts';
import { endNoticeJob } from '../../src/features/access/ending/end-notice.ts';
import { grant } from '../../src/features/access/grant.ts';
import { accessSection } from '../../src/features/access/policy.ts';
import { removal } from '../../src/features/access/removal/kind.ts';
import type { GrantTerms } from '../../src/features/access/terms.ts';
import { migrations } from '../../src/features/migrations.ts';
import { type Database, type Db, openDatabase } from '../../src/platform/storage/database.ts';
import { migrationPatience } from '../../src/platform/storage/postgres.ts';
import type { PolicyStore } from '../../src/policy/file/policy-store.ts';
import { limitsSection } from '../../src/policy/model/sections.ts';
import type { OutgoingActivity } from '../../src/teams/connector/messages.ts';
import { connectEngine } from '../../test/engine/changes/engine.ts';
import { createFakeConnector, type FakeConnector } from '../../test/support/fake-connector.ts';
import type { ManualClock } from '../../test/support/manual-clock.ts';
import { createTestPolicy } from '../../test/support/policy.ts';

export const grants = grant as ChangeKind;
export const removals = removal as ChangeKind;

/** A policy for these kinds of changes. @throws Error with everything that is wrong in the text */
export const accessPolicy = (text: string, kinds: readonly ChangeKind[]) =>
  createTestPolicy(text, [rulesSection(kinds), accessSection, limitsSection]);

interface Parts {
  readonly url: string;
  readonly clock: ManualClock;
  readonly policy: PolicyStore;
  readonly vendor: VendorClient;
  readonly connector?: FakeConnector;
  readonly kinds: readonly ChangeKind[];
  /** What the engine gets in place of the store. */
  readonly over?: (opened: Database) => Database;
}

/** One process: the change engine with real kinds of access over a store; the service, Teams and the policy's file are stand-ins. */
export const startAccess = async ({ url, kinds, over = (opened) => opened, ...parts }: Parts) => {
  const opened = await openDatabase(url, migrations, migrationPatience);
  const database = over(opened);
  const { clock, policy } = parts;
  const engine = await connectEngine({ ...parts, database }, kinds);
  engine.jobs.define(endNoticeJob({ database, outbox: engine.outbox, policy, clock }));
  return {
    ...engine,
    ...{ database, db: opened.db },
    async end(): Promise<void> {
      await Promise.all([engine.jobs.stop(), engine.outbox.stop()]);
      await opened.close();
    },
  };
};

/** What a run leaves, each table before those that it refers to. */
const TABLES = [
  ...(['access_review_items', 'access_review_cards', 'access_reviews', 'deliveries', 'jobs', 'break_glass'] as const),
  ...(['notice_settings', 'change_notices', 'notice_messages', 'change_claims', 'decisions', 'grants'] as const),
  ...(['changes', 'change_batches'] as const),
];

/** Every request is gone, with all that came of it; the audit stays. */
export const forgetRequests = async (db: Db): Promise<void> => {
  for (const table of TABLES) await db.deleteFrom(table).execute();
};

/** Terms of a grant that begins at once. */
export const termsOf = (
  of: Pick<GrantTerms, 'person' | 'place' | 'role'> & { readonly ms: number; readonly reason?: string },
): GrantTerms => {
  const { ms, reason = 'because', ...rest } = of;
  return { ...rest, start: null, length: { kind: 'for', ms }, reason, ticket: '', window: null };
};

/** A message as it stands in Teams. */
interface Copy {
  readonly where: string;
  /** With its thread, as Teams names it in a press. */
  readonly conversationId: string;
  readonly activityId: string;
  /** Its card as JSON text. */
  readonly card: string;
}

/** Teams as the bot sees it, with every message as it was sent or edited last. */
export const createTeams = (): { readonly connector: FakeConnector; readonly copies: Map<string, Copy> } => {
  const copies = new Map<string, Copy>();
  const connector = createFakeConnector();
  const note = (conversationId: string, activityId: string, activity: OutgoingActivity): void => {
    const where = conversationId.split(';')[0] ?? '';
    copies.set(activityId, { where, conversationId, activityId, card: JSON.stringify(activity) });
  };
  return {
    copies,
    connector: {
      ...connector,
      async send(to, activity, options) {
        const posted = await connector.send(to, activity, options);
        note(posted.conversationId, posted.activityId, activity);
        return posted;
      },
      async edit(at, activityId, activity, options) {
        await connector.edit(at, activityId, activity, options);
        note(copies.get(activityId)?.conversationId ?? at.id, activityId, activity);
      },
    },
  };
};
