import type { Ids } from '../../../src/platform/lib/ids.ts';
import type { World } from '../operation.ts';
import { reportedEvents } from './events.ts';
import { putScripts } from './put-scripts.ts';
import { demoIncident, demoReview } from './story/demo-incident.ts';

const PREFIX = 'DEMO-';

/** Begins a demo incident now, beside any other. @returns its tracking id */
export const beginIncident = ({ store, clock, ids }: World): Promise<string> =>
  store.transaction(async (trx) => {
    const known = await trx.selectFrom('health_events').select('name').execute();
    const taken = new Set(known.map(({ name }) => name));
    const name = freshName(ids, taken);
    const reviewName = freshName(ids, taken.add(name));
    const incidentId = String(numberOf(ids));
    await putScripts(trx, [demoIncident(name, incidentId), demoReview(reviewName, incidentId)], clock.now());
    return name;
  });

/** Whether a demo incident is active. */
export const incidentIsActive = async (world: World): Promise<boolean> =>
  (await reportedEvents(world)).some(({ script, state }) => script.name.startsWith(PREFIX) && !state.resolved);

/** A free tracking id like DEMO-1AB, from a random number on. */
const freshName = (ids: Ids, taken: ReadonlySet<string>): string => {
  let drawn = numberOf(ids);
  while (taken.has(nameOf(drawn))) drawn += 1;
  return nameOf(drawn);
};

const letter = (number: number): string => String.fromCharCode('A'.charCodeAt(0) + (number % 26));
const nameOf = (drawn: number): string =>
  `${PREFIX}${1 + (Math.floor(drawn / 676) % 9)}${letter(Math.floor(drawn / 26))}${letter(drawn)}`;

const numberOf = (ids: Ids): number => Number.parseInt(ids.guid().slice(0, 8), 16);
