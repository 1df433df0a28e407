import type { Changes } from '../../src/engine/changes/changes.ts';
import { changesSection } from '../../src/engine/changes/decision/rules.ts';
import { type Database, openDatabase } from '../../src/platform/storage/database.ts';
import { migrationPatience } from '../../src/platform/storage/postgres.ts';
import { limitsSection } from '../../src/policy/model/sections.ts';
import type { FreshSignIns } from '../../src/teams/fresh-sign-in/fresh-sign-ins.ts';
import { connectEngine, migrations } from '../../test/engine/changes/engine.ts';
import { createVendor, kindOver } from '../../test/engine/changes/simple-kind.ts';
import type { ManualClock } from '../../test/support/manual-clock.ts';
import type { PeopleDirectory } from '../../test/support/people-directory.ts';
import { createTestPolicy } from '../../test/support/policy.ts';
import { signInsAt } from '../../test/teams/fresh-sign-in/signing.ts';
import { policyText, type World, worlds } from './model.ts';

/** A process of Steward: an engine with its own connections, and its part of people's sign-in. */
export interface Engine {
  readonly database: Database;
  readonly changes: Changes;
  readonly signIns: FreshSignIns;
  end(): Promise<void>;
}

/** Several processes on one store; the directory, the policy and the clock are shared. */
export const createEngines = (url: string, directory: PeopleDirectory, clock: ManualClock) => {
  const policy = createTestPolicy(policyText(worlds[0] as World), [changesSection, limitsSection]);
  return {
    policy,
    async start(): Promise<Engine> {
      const database = await openDatabase(url, migrations, migrationPatience);
      const vendor = createVendor();
      let running: ReturnType<typeof signInsAt> | undefined;
      const { changes } = await connectEngine(
        {
          ...{ database, clock, policy, vendor: vendor.client },
          signIns: (parts) => {
            running = signInsAt(directory, { ...parts, database, clock });
            return running.signIns;
          },
        },
        [kindOver(vendor, 'op')],
      );
      if (!running) throw new Error('nobody can sign in');
      const { signIns, end } = running;
      return {
        ...{ database, changes, signIns },
        async end() {
          await end();
          await database.close();
        },
      };
    },
  };
};
