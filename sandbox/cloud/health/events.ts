import { DAY, HOUR } from '../../../src/platform/lib/clock.ts';
import { cloud } from '../../world.ts';
import { findPlace } from '../access/scope.ts';
import { holds, parseCondition } from '../odata.ts';
import { type Call, type Namespace, Refusal, type World } from '../operation.ts';
import { queryValue } from '../paging.ts';
import { affectedPairs, subscriptionsOf } from './event-record.ts';
import { type ReportedEvent, reportedEvent } from './event-state.ts';
import type { ScriptedResource } from './script.ts';

/** Every event after its first stage, in the order of the lists. */
export const reportedEvents = async ({ store, clock }: World): Promise<readonly ReportedEvent[]> => {
  const rows = await store.db.selectFrom('health_events').selectAll().orderBy('seq').execute();
  const now = clock.now();
  return rows.flatMap((row) => reportedEvent(row, now) ?? []);
};

/** The events of the call's subscription. @throws Refusal 404 for an unknown one */
export const eventsOfSubscription = async ({ world, params }: Call): Promise<readonly ReportedEvent[]> => {
  const { subscriptionId } = findPlace(world, `/subscriptions/${params['subscriptionId'] ?? ''}`);
  return (await reportedEvents(world)).filter((event) => subscriptionsOf(event).includes(subscriptionId ?? ''));
};

/** The event of the call's tracking id, in any case. @throws Refusal 404 */
export const trackedEvent = async (call: Call): Promise<ReportedEvent> => {
  const trackingId = call.params['trackingId'] ?? '';
  const events = await eventsOfSubscription(call);
  const event = events.find(({ script }) => script.name.toLowerCase() === trackingId.toLowerCase());
  if (event) return event;
  throw new Refusal(404, 'EventNotFound', `The event '${trackingId}' was not found in this subscription.`);
};

const LOOK_BACK = 3 * DAY;

/**
 * The call's $filter over service and region, which matches an event with a matching impact. Without a filter an event
 * without an impact matches too.
 */
export const filterOf = (call: Call): ((event: ReportedEvent) => boolean) => {
  const condition = parseCondition(queryValue(call.query, '$filter'), ['service', 'region'], ['eq']);
  const always = holds(condition, () => false);
  return (event) =>
    always ||
    affectedPairs(event).some((pair) =>
      holds(condition, ({ name, value }) => pair[name].toLowerCase() === value.toLowerCase()),
    );
};

/** The start of the list: the date's midnight, in UTC unless a fault sets another zone, or three days back. */
export const startOf = (call: Call): number => {
  const text = queryValue(call.query, 'queryStartTime')?.trim() ?? '';
  if (text === '') return call.world.clock.now() - LOOK_BACK;
  const [, month = 0, day = 0, year = 0] = (/^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text) ?? []).map(Number);
  const midnight = new Date(Date.UTC(year, month - 1, day));
  if (midnight.getUTCMonth() !== month - 1 || midnight.getUTCDate() !== day) {
    const help = { code: 'UnreadableDate', message: 'It is a date, month/day/year, as in 7/24/2025.' };
    const extras = { target: 'queryStartTime', details: [help] };
    throw new Refusal(400, 'InvalidQueryStartTime', `The queryStartTime '${text}' is not valid.`, {}, extras);
  }
  const zone = call.world.faults.take('health-date-zone', call.operation)?.hours ?? 0;
  return midnight.getTime() - zone * HOUR;
};

const pathOf = (resource: ScriptedResource, namespace: Namespace): string => {
  const group = `/subscriptions/${cloud.subscriptions.production.id}/resourceGroups/${cloud.resourceGroups.ledger}`;
  const below = {
    vault: `${namespace}.KeyVault/vaults/kv-ledger`,
    database: `${namespace}.Sql/servers/sql-ledger/databases/ledger`,
  };
  return `${group}/providers/${below[resource]}`;
};

/** A resource group, and one or two pairs of type and name below a provider. */
const GROUP = /^(\/subscriptions\/[^/]+\/resourceGroups\/[^/]+)\/providers\/[^/]+(?:\/[^/]+\/[^/]+){1,2}$/i;

/**
 * The demo resource of a path; undefined for any other: the vendor does not check its existence.
 * @throws Refusal 400 for a path that is no resource id, 404 for an unknown subscription or resource group
 */
export const findResource = (world: World, path: string): ScriptedResource | undefined => {
  const group = GROUP.exec(path)?.[1];
  if (group === undefined) {
    const message = `'${path}' is not the id of a resource, nested once at most.`;
    throw new Refusal(400, 'InvalidResourceUri', message, {}, { target: 'resourceUri' });
  }
  findPlace(world, group);
  const known: readonly ScriptedResource[] = ['vault', 'database'];
  return known.find((resource) => pathOf(resource, world.namespace).toLowerCase() === path.toLowerCase());
};
