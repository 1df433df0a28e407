import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createVendorClient } from '../../../src/cloud/client.ts';
import { alertSubject } from '../../../src/engine/alerts/context.ts';
import { createAlerts } from '../../../src/engine/alerts/create-alerts.ts';
import { alertsMigrations } from '../../../src/engine/alerts/migrations.ts';
import { createOutbox, type Outbox } from '../../../src/engine/outbox/outbox.ts';
import { outboxMigrations } from '../../../src/engine/outbox/tables.ts';
import { healthSource } from '../../../src/features/health/alert-source.ts';
import { toItem } from '../../../src/features/health/item.ts';
import { features, policySections } from '../../../src/features/index.ts';
import { createHttp } from '../../../src/platform/http/http.ts';
import { clientSecret } from '../../../src/platform/identity/credential.ts';
import { createJobs, jobsMigrations } from '../../../src/platform/jobs/jobs.ts';
import { iso, systemClock } from '../../../src/platform/lib/clock.ts';
import { randomIds } from '../../../src/platform/lib/ids.ts';
import { createLogger, type Log } from '../../../src/platform/lib/logger.ts';
import { type Database, type Db, type Migrations, openDatabase } from '../../../src/platform/storage/database.ts';
import { loadTexts } from '../../../src/platform/texts/texts.ts';
import { openPolicy } from '../../../src/policy/file/policy-store.ts';
import { createConnector } from '../../../src/teams/connector/connector.ts';
import { connectorMigrations } from '../../../src/teams/connector/conversations/conversation-store.ts';
import { SUBSCRIPTION, wholeEvent } from '../../../test/features/health/events.ts';
import { policyText } from '../turn/eligible-roles.ts';
import { app, trustOf } from '../turn/world.ts';

/** What the outbox is to say: it defines what draws it, and has rows of its own. */
interface Saying {
  /** Puts another card into the store for each channel, at version 1. @returns their subjects, in the channels' order */
  insert(db: Db, channels: readonly string[]): Promise<readonly string[]>;
}

const alertMigrations: Migrations = { ...alertsMigrations, ...jobsMigrations };

interface Parts {
  readonly database: Database;
  readonly outbox: Outbox;
  readonly log: Log;
  /** For the policy. */
  readonly folder: string;
}

/** An incident with everything that the vendor says of one, as the alerts layer shows it: one card for each channel. */
const createAlert = async ({ database, outbox, log, folder }: Parts): Promise<Saying> => {
  const [clock, ids, file] = [systemClock, randomIds, join(folder, 'policy.yaml')];
  writeFileSync(file, policyText);
  const policy = await openPolicy({ file, sections: policySections, clock, log, tenantId: app.tenantId });
  const http = createHttp({ clock, log });
  createAlerts({
    ...{ database, outbox, policy, clock, ids, log },
    jobs: createJobs({ database, clock, ids, log }),
    vendor: createVendorClient({ http, clock, ids, log, settings: { namespace: 'Vendor' } }),
    sources: [healthSource],
    cardButtons: features.flatMap(({ cardButtons = [] }) => cardButtons),
  });
  let rounds = 0;

  return {
    async insert(db, channels) {
      rounds += 1;
      const key = `BENCH-${rounds}`;
      const item = { ...toItem(wholeEvent(), SUBSCRIPTION, () => `https://portal.example/health/${key}`), id: key };
      const now = iso(clock.now());
      const told = { item_json: JSON.stringify(item), open: 1, version: 1, updated_at: now, seen_at: now };
      await db
        .insertInto('alerts')
        .values({ id: key, source: healthSource.name, key, name: key.toLowerCase(), ...told })
        .execute();
      const nobody = { acknowledged_by: null, acknowledged_name: null, acknowledged_at: null };
      const cards = channels.map((conversation_id) => ({ id: ids.opaque(), conversation_id }));
      for (const card of cards) {
        await db
          .insertInto('alert_cards')
          .values({
            ...{ ...card, alert_id: key, version: 1, created_at: now },
            ...{ ...nobody, snoozed_name: null, snoozed_until: null },
          })
          .execute();
      }
      return cards.map(({ id }) => alertSubject(id));
    },
  };
};

const noWindows = { perThread: [], perTenantPerSecond: 1_000_000 };

/**
 * Connector and outbox with all that they do in production, but Teams' windows, and what they are to say.
 * @param origin of the Connector that the bench plays
 * @param folder for the policy
 */
export const openOutbox = async (origin: string, databaseUrl: string, folder: string) => {
  const [clock, log, texts] = [systemClock, createLogger('info'), loadTexts()];
  const database = await openDatabase(databaseUrl, {
    ...connectorMigrations,
    ...outboxMigrations,
    ...alertMigrations,
  });
  const connector = createConnector({
    http: createHttp({ clock, log }),
    trust: trustOf(origin),
    appId: app.id,
    credential: clientSecret(app.id, 'bench'),
    tenantId: app.tenantId,
    limits: () => noWindows,
    ...{ database, clock, log },
  });
  const outbox = createOutbox({ database, connector, texts, clock, ids: randomIds, log });
  const saying = await createAlert({ database, outbox, log, folder });
  return { database, connector, outbox, saying, texts };
};
