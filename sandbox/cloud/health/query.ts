import { DAY, HOUR } from '../../../src/platform/lib/clock.ts';
import { holds, parseCondition } from '../condition.ts';
import type { Call } from '../operation.ts';
import { queryValue } from '../paging.ts';
import { Refusal } from '../refusal.ts';
import { affectedPairs } from './impact.ts';
import type { ReportedEvent } from './reported-event.ts';

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
