import { credentialSource } from '#cli/command.ts';
import { readManagement } from '#platform/config/config.ts';
import { CLOUDS, type Environment, readGroup } from '#platform/config/read-group.ts';
import { createServerTime } from '#platform/http/exchange.ts';
import { createHttp } from '#platform/http/http.ts';
import { proxyEnvironment, proxyOf, proxyVariables } from '#platform/http/proxy.ts';
import { withCloud } from '#platform/identity/cloud.ts';
import { systemClock as clock, SECOND } from '#platform/lib/clock.ts';
import { silentLog } from '#platform/lib/logger.ts';
import { openGraph } from '#teams/directory/access.ts';
import type { Graph } from '#teams/directory/graph.ts';

/** The directory as the command line reaches it, and its end. */
interface ReachedGraph {
  readonly graph: Graph;
  readonly end: () => Promise<void>;
}

/** The longest time of one look-up. */
export const LOOKUP_MS = 30 * SECOND;

/**
 * Signs in to the directory with the settings of the cloud; where there are none, to that of the sandbox that runs on this machine.
 * @throws Error that names every missing setting
 */
export const reachGraph = async (environment: Environment): Promise<ReachedGraph> => {
  const given = withCloud(environment);
  const proxy = readGroup(proxyEnvironment, proxyVariables(environment));
  const time = createServerTime(clock);
  const http = createHttp({ clock, log: silentLog, time, proxy: proxy.ok ? proxyOf(proxy.values) : undefined });
  const graph = openGraph({ http, clock, ...(await settingsOf(given)) });
  if (!graph) throw new Error(`GRAPH_BASE_URL is missing: set CLOUD to ${CLOUDS}, or give it`);
  return { graph, end: () => http.close() };
};

const settingsOf = async (given: Environment) => {
  const isSet = Object.keys(given).some((name) => name.startsWith('VENDOR_') && given[name] !== undefined);
  if (!isSet) {
    const [{ accessTo }, { settingsAt }, { ports }] = await Promise.all([
      import('../../../sandbox/cloud/vendor-sandbox.ts'),
      import('#platform/config/vendor-settings.ts'),
      import('../../../sandbox/world.ts'),
    ]);
    const url = `http://127.0.0.1:${given['SANDBOX_VENDOR_PORT'] ?? ports.vendor}`;
    return { vendor: settingsAt(accessTo(url)), graphUrl: url };
  }
  const read = readManagement(credentialSource(given));
  if (!read.ok) throw new Error(read.problems.join('\n'));
  return { vendor: read.values, graphUrl: given['GRAPH_BASE_URL'] };
};
