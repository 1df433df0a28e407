import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Clock, MINUTE, SECOND } from '../../src/platform/lib/clock.ts';
import type { Ids } from '../../src/platform/lib/ids.ts';
import type { Log } from '../../src/platform/lib/logger.ts';
import { openDatabase } from '../../src/platform/storage/database.ts';
import { cloud, people, tenantId } from '../world.ts';
import { eligibilityRoutes } from './access/dataset.ts';
import { tokenRoutes } from './apps/dataset.ts';
import { permanentTokens } from './apps/tokens.ts';
import { datasets } from './datasets.ts';
import { createFaults, type Fault, type RecordedRequest } from './faults/faults.ts';
import { directoryRoutes } from './graph/directory.ts';
import { beginIncident, healthRoutes, incidentIsActive } from './health/dataset.ts';
import { identities } from './identities.ts';
import type { Namespace, World } from './operation.ts';
import { createSignInService, SIGN_IN_PATH } from './sign-in/sign-in-service.ts';
import { createTokens } from './sign-in/tokens.ts';
import { openState, vendorMigrations } from './state.ts';
import { createDirectory } from './story/directory.ts';
import { createPlaces } from './story/places.ts';
import type { VendorTables } from './tables.ts';
import { createAppService } from './web/app-service.ts';
import { createControl } from './web/control.ts';
import { onLoopback } from './web/exchange.ts';
import { createGateway } from './web/gateway.ts';
import { createGraphService } from './web/graph-service.ts';
import { createManagementService } from './web/management-service.ts';
import { createTranslatorService, translatorKeys } from './web/translator-service.ts';

/** The input for every operation (`GET /__sandbox/info`, shape in ASSUMPTIONS.md). */
const sandboxInfo = ({ namespace, places, listLagMs, minimumActiveMs }: World, tokenUrl: string): unknown => ({
  namespace,
  tokenUrl,
  pace: { listLagMs, minimumActiveMs },
  tokens: Object.fromEntries(identities.map(({ key, fixedToken }) => [key, fixedToken])),
  subscriptionId: cloud.subscriptions.production.id,
  resourceGroup: cloud.resourceGroups.ledger,
  managementGroup: cloud.managementGroup,
  resource: places.ledgerVault.path,
  principals: Object.values(people).map(({ objectId }) => objectId),
  ...Object.assign({}, ...datasets.map((dataset) => dataset.info(namespace, places))),
});

export interface VendorSandboxOptions {
  /** 0: any free port. */
  readonly port: number;
  readonly namespace: Namespace;
  /** SQLite address of its own: `sqlite:<file>` or `sqlite::memory:`. */
  readonly store: string;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
  /** Accepts principals outside the directory. */
  readonly anyPrincipal: boolean;
  /** Lag of the lists, in milliseconds; the service's when absent. */
  readonly listLagMs?: number;
  /** How long an assignment must be in force before it can be removed, in milliseconds; the service's when absent. */
  readonly minimumActiveMs?: number;
  /** Duration of a long-running operation, in milliseconds; 2 s when absent. */
  readonly longMs?: number;
}

export interface VendorSandbox {
  /** Base address, without a slash at the end. @throws Error while port 0 was asked for and it has not started. */
  readonly url: string;
  readonly tokenUrl: string;
  /** The sign-in page of the documents' implicit flow. */
  readonly signInUrl: string;
  /** The tenant at the sign-in service: its OpenID configuration is below, at `/v2.0/.well-known/openid-configuration`. */
  readonly authority: string;
  readonly client: { readonly id: string; readonly secret: string };
  /** The bot's credentials for the other two services: a subscription key, and an API token of its account. */
  readonly keys: { readonly translator: string; readonly appManagement: string };
  /** Listens on 127.0.0.1. @throws Error that names a taken port */
  start(): Promise<void>;
  /** Ends every connection and closes the store; the sandbox cannot be started again. */
  stop(): Promise<void>;
  readonly faults: { set(fault: Fault): void; clear(): void; seen(): readonly RecordedRequest[] };
  /** The demo incident, which lasts about two minutes (ASSUMPTIONS.md); `begin` returns its tracking id. */
  readonly incident: { begin(): Promise<string>; isActive(): Promise<boolean> };
}

/** The public service's pace, as others measured it (ASSUMPTIONS.md). */
export const pace = { listLagMs: 3 * MINUTE, minimumActiveMs: 5 * MINUTE } as const;

/** By the document an assignment that exists is removed (docs/sources.md, Roles); the public service takes its time. */
const minimumOf = (namespace: Namespace): number => (namespace === 'Vendor' ? 0 : pace.minimumActiveMs);

const HOST = '127.0.0.1';
const TOKEN_PATH = `/${tenantId}/oauth2/v2.0/token`;

/** What the bot reaches a vendor sandbox with. @param url its base address */
export const accessTo = (url: string) => ({ url, tokenUrl: `${url}${TOKEN_PATH}`, ...credentials });

const credentials = {
  client: { id: identities[0].clientId, secret: identities[0].clientSecret },
  keys: { translator: translatorKeys.standing, appManagement: permanentTokens.userFull },
} as const;

/** The vendor's API as documented, with its own store, faults and clock. */
export const createVendorSandbox = async (options: VendorSandboxOptions): Promise<VendorSandbox> => {
  const { namespace, ids, log, longMs = 2 * SECOND } = options;
  const { listLagMs = pace.listLagMs, minimumActiveMs = minimumOf(namespace) } = options;
  const store = await openDatabase<VendorTables>(options.store, vendorMigrations);
  const places = createPlaces(namespace);
  const state = await openState(store, { namespace, clock: options.clock, ids, places });
  const faults = createFaults();
  const directory = createDirectory(options.anyPrincipal);
  const { clock } = state;
  const world: World = { namespace, store, places, directory, clock, ids, faults, listLagMs, minimumActiveMs, longMs };
  const ending = new AbortController();
  const tokens = createTokens(store.db, clock, ids);

  const signIn = createSignInService({ world, tokens, ended: ending.signal, url: () => sandbox.url });
  const services = [
    createAppService(world),
    createGraphService(world, tokens),
    createTranslatorService(world, tokens),
    createManagementService(world, tokens, () => sandbox.tokenUrl),
  ];
  const vendor = onLoopback(createGateway({ world, services, log, ended: ending.signal }));
  const control = createControl({
    faults,
    clock,
    moveClock: state.moveClock,
    reset: async () => {
      faults.clear();
      await state.reset();
    },
    more: {
      ...signIn.controlRoutes,
      ...tokenRoutes(world),
      ...healthRoutes(world),
      ...eligibilityRoutes(world),
      ...directoryRoutes(world),
    },
    info: (origin) => sandboxInfo(world, `${origin}${TOKEN_PATH}`),
  });

  const handlerOf = (path: string): typeof vendor => {
    if (path.startsWith('/__sandbox/')) return control;
    return signIn.handlerOf(path) ?? vendor;
  };
  const running = new Set<Promise<void>>();
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const path = (request.url ?? '/').split('?')[0] ?? '/';
    const work = handlerOf(path)(request, response)
      .catch((error: unknown) => {
        log.error('the vendor sandbox failed', { error });
        response.destroy();
      })
      .finally(() => running.delete(work));
    running.add(work);
  });

  const sandbox: VendorSandbox = {
    get url() {
      const address = server.address() as AddressInfo | null;
      const port = address?.port ?? options.port;
      if (port === 0) throw new Error('the vendor sandbox has no address before it has started');
      return `http://${HOST}:${port}`;
    },
    get tokenUrl() {
      return `${sandbox.url}${TOKEN_PATH}`;
    },
    get signInUrl() {
      return `${sandbox.url}${SIGN_IN_PATH}`;
    },
    get authority() {
      return `${sandbox.url}/${tenantId}`;
    },
    ...credentials,
    start: () =>
      new Promise((resolve, reject) => {
        const refused = (error: NodeJS.ErrnoException): void =>
          reject(error.code === 'EADDRINUSE' ? new Error(`port ${options.port} is taken`, { cause: error }) : error);
        server.once('error', refused);
        server.listen(options.port, HOST, () => {
          server.off('error', refused);
          resolve();
        });
      }),
    stop: async () => {
      ending.abort();
      server.close();
      server.closeAllConnections();
      await Promise.all(running);
      await store.close();
    },
    faults: { set: faults.set, clear: faults.clear, seen: faults.seen },
    incident: { begin: () => beginIncident(world), isActive: () => incidentIsActive(world) },
  };
  return sandbox;
};
