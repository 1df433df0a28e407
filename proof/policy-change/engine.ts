import type { ChangeKind } from '../../src/engine/changes/change-kind.ts';
import { rulesSection } from '../../src/engine/changes/decision/check-rules.ts';
import { noticeJob } from '../../src/features/access/ending/notice.ts';
import { grant } from '../../src/features/access/grant.ts';
import { accessSection } from '../../src/features/access/policy.ts';
import { migrations } from '../../src/features/migrations.ts';
import { limitsSection } from '../../src/policy/model/limits.ts';
import { openDatabase } from '../../src/platform/storage/database.ts';
import { connectEngine, type Engine } from '../../test/engine/changes/engine.ts';
import type { ManualClock } from '../../test/support/manual-clock.ts';
import { createTestPolicy } from '../../test/support/policy.ts';
import { until } from '../../test/support/until.ts';
import type { Vendor } from './vendor.ts';
import { policyText, type World } from './world.ts';

const kinds = [grant as ChangeKind];
const sections = [rulesSection(kinds), accessSection, limitsSection];

export interface GrantEngine extends Pick<Engine, 'changes' | 'card'> {
  /** Puts another policy into force. @returns false where it has a problem: the policy from before stays in force */
  write(world: World): boolean;
  /** Waits until nothing is under way for this change. @returns when its job is due next, in milliseconds since 1970 */
  nextDue(id: string): Promise<number | undefined>;
  /** Every request is gone, with its decisions and its job. */
  forgetRequests(): Promise<void>;
  end(): Promise<void>;
}

/** The change engine with the real grant over a store; only the vendor, Teams and the policy's file are stand-ins. */
export const startEngine = async (
  url: string,
  world: World,
  vendor: Vendor,
  clock: ManualClock,
): Promise<GrantEngine> => {
  const database = await openDatabase(url, migrations);
  const policy = createTestPolicy(policyText(world), sections);
  const { jobs, ...engine } = await connectEngine({ database, clock, policy, vendor: vendor.client }, kinds);
  jobs.define(noticeJob({ database, outbox: engine.outbox, policy, clock }));
  jobs.start();
  return {
    ...engine,
    write(next) {
      try {
        policy.replace(policyText(next));
        return true;
      } catch {
        return false;
      }
    },
    async nextDue(id) {
      let next: number | undefined;
      await until('its job at rest', async () => {
        const job = await database.db
          .selectFrom('jobs')
          .select(['due_at', 'lease_owner'])
          .where('key', '=', `changes.perform:${id}`)
          .where('state', '=', 'ready')
          .executeTakeFirst();
        next = job && Date.parse(job.due_at);
        return job === undefined || (job.lease_owner === null && Date.parse(job.due_at) > clock.now());
      });
      return next;
    },
    async forgetRequests() {
      for (const table of [
        'jobs',
        'change_notices',
        'notice_messages',
        'change_claims',
        'decisions',
        'grants',
        'changes',
      ] as const)
        await database.db.deleteFrom(table).execute();
    },
    async end() {
      await jobs.stop();
      await database.close();
    },
  };
};
