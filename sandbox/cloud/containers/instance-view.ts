import { iso, SECOND } from '../../../src/platform/lib/clock.ts';
import type { GroupBody } from './group-body.ts';
import type { GroupRow } from './tables.ts';

type Containers = GroupBody['properties']['containers'];

const isOpen = ({ settles_at }: GroupRow, now: number): boolean => settles_at === null || now < settles_at;

/** @param now in milliseconds */
export const provisioningState = (row: GroupRow, now: number): string => {
  if (isOpen(row, now)) return 'Pending';
  return row.outcome === 'Failed' || row.outcome === 'Canceled' ? row.outcome : 'Succeeded';
};

/** `instanceView` of the group. */
export const groupView = (row: GroupRow, containers: Containers, now: number): unknown => ({
  state: groupState(row, now),
  events: containers.flatMap(({ properties }) => eventsOf(row, properties.image, now)),
});

const groupState = (row: GroupRow, now: number): string => {
  if (isOpen(row, now)) return 'Pending';
  return { Running: 'Running', Terminated: 'Succeeded', Failed: 'Failed', Canceled: 'Stopped' }[row.outcome];
};

/** `instanceView` of one container. */
export const containerView = (row: GroupRow, image: string, now: number): unknown => ({
  restartCount: 0,
  currentState: currentState(row, now),
  events: eventsOf(row, image, now),
});

const currentState = (row: GroupRow, now: number): unknown => {
  const since = iso(row.settles_at ?? row.changed_at);
  if (isOpen(row, now)) return { state: 'Waiting', detailStatus: '' };
  if (row.outcome === 'Running') return { state: 'Running', startTime: since, detailStatus: '' };
  if (row.outcome === 'Terminated')
    return {
      state: 'Terminated',
      startTime: iso(row.changed_at),
      exitCode: 0,
      finishTime: since,
      detailStatus: 'Completed',
    };
  return { state: 'Waiting', detailStatus: row.outcome === 'Failed' ? 'ImagePullBackOff' : 'Canceled' };
};

const eventsOf = (row: GroupRow, image: string, now: number): readonly unknown[] => {
  const begun = row.changed_at;
  const ended = row.settles_at ?? begun;
  const event = (name: string, message: string, at: number, type = 'Normal', count = 1) => ({
    count,
    firstTimestamp: iso(at),
    lastTimestamp: iso(Math.max(at, ended)),
    name,
    message,
    type,
  });
  const pulling = event('Pulling', `pulling image "${image}"`, begun);
  if (isOpen(row, now) || row.outcome === 'Canceled') return [pulling];
  if (row.outcome === 'Failed')
    return [pulling, event('Failed', `Failed to pull image "${image}": not found`, begun + SECOND, 'Warning', 5)];
  const pulled = event('Pulled', `Successfully pulled image "${image}"`, ended);
  return [pulling, pulled, event('Started', 'Started container', ended)];
};
