import type { ChangeKind } from '../../src/engine/changes/change-kind.ts';
import { rulesSection } from '../../src/engine/changes/decision/check-rules.ts';
import { noticeJob } from '../../src/features/access/ending/notice.ts';
import { grant } from '../../src/features/access/grant.ts';
import { accessSection } from '../../src/features/access/policy.ts';
import { migrations } from '../../src/features/migrations.ts';
import { openDatabase } from '../../src/platform/storage/database.ts';
import { migrationPatience } from '../../src/platform/storage/postgres.ts';
import { limitsSection } from '../../src/policy/model/limits.ts';
import type { OutgoingActivity } from '../../src/teams/connector/messages.ts';
import { connectEngine } from '../../test/engine/changes/engine.ts';
import { createFakeConnector, type FakeConnector } from '../../test/support/fake-connector.ts';
import type { ManualClock } from '../../test/support/manual-clock.ts';
import { createTestPolicy } from '../../test/support/policy.ts';
import type { createService } from './service.ts';
import { policyText } from './world.ts';

const kinds = [grant as ChangeKind];
const sections = [rulesSection(kinds), accessSection, limitsSection];

/** Teams for both engines: what each message says now, as JSON. */
const createTeams = (): { readonly connector: FakeConnector; readonly shown: Map<string, string> } => {
  const fake = createFakeConnector();
  const shown = new Map<string, string>();
  const keep = (id: string, activity: OutgoingActivity): void => void shown.set(id, JSON.stringify(activity));
  const connector: FakeConnector = {
    ...fake,
    async send(to, activity, options) {
      const posted = await fake.send(to, activity, options);
      keep(posted.activityId, activity);
      return posted;
    },
    async edit(at, activityId, activity, options) {
      await fake.edit(at, activityId, activity, options);
      keep(activityId, activity);
    },
  };
  return { connector, shown };
};

/**
 * Two engines with their own connections to one store, as two processes have; only the service, Teams and the clock are shared. They
 * wait for a busy store as long as it takes.
 */
export const startEngines = async (url: string, service: ReturnType<typeof createService>, clock: ManualClock) => {
  const teams = createTeams();
  const start = async () => {
    const database = await openDatabase(url, migrations, migrationPatience);
    const policy = createTestPolicy(policyText, sections);
    const parts = { database, clock, policy, vendor: service.client, connector: teams.connector };
    const engine = await connectEngine(parts, kinds);
    engine.jobs.define(noticeJob({ database, outbox: engine.outbox, policy, clock }));
    engine.jobs.start();
    engine.outbox.start();
    return { ...engine, database };
  };
  const engines = [await start(), await start()] as const;
  return {
    engines,
    shown: teams.shown,
    async end(): Promise<void> {
      for (const { jobs, outbox } of engines) await Promise.all([jobs.stop(), outbox.stop()]);
      for (const { database } of engines) await database.close();
    },
  };
};
