import { createOutbox } from '../../../src/engine/outbox/outbox.ts';
import { outboxMigrations } from '../../../src/engine/outbox/tables.ts';
import { createHttp } from '../../../src/platform/http/http.ts';
import { clientSecret } from '../../../src/platform/identity/credential.ts';
import { systemClock } from '../../../src/platform/lib/clock.ts';
import { randomIds } from '../../../src/platform/lib/ids.ts';
import { createLogger } from '../../../src/platform/lib/logger.ts';
import { openDatabase } from '../../../src/platform/storage/database.ts';
import { loadTexts } from '../../../src/platform/texts/texts.ts';
import { createConnector } from '../../../src/teams/connector/connector.ts';
import { connectorMigrations } from '../../../src/teams/connector/conversations/conversation-store.ts';
import { app, trustOf } from '../turn/world.ts';
import { alertMigrations, createAlert } from './alert.ts';

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
