import { DAY, HOUR } from '../../../../src/platform/lib/clock.ts';
import type { Script } from '../script.ts';

/** Planned maintenance: announced, near, in progress and done as the clock moves; one is past. */
export const maintenance: readonly Script[] = [
  {
    name: 'MNT4-SQL',
    eventType: 'PlannedMaintenance',
    title: 'SQL Database: maintenance in West Europe',
    services: ['SQL Database'],
    reach: 'production',
    resources: ['database', 'vault'],
    begins: 4 * DAY,
    ends: 4 * DAY + 3 * HOUR,
    stages: [
      {
        at: -2 * DAY,
        spreads: ['West Europe'],
        says: 'Databases in West Europe get new host software. Each one is unavailable once for up to 30 seconds within three hours.',
      },
      {
        at: 3 * DAY,
        tags: ['Action Recommended'],
        says: 'The maintenance begins in one day. Make sure that your programs reconnect automatically.',
      },
      { at: 4 * DAY, eventLevel: 'Warning', says: 'The maintenance has begun.' },
      {
        at: 4 * DAY + 3 * HOUR,
        eventLevel: 'Informational',
        resolves: ['West Europe'],
        says: 'The maintenance is done.',
      },
    ],
  },
  {
    name: 'MNT8-NET',
    eventType: 'PlannedMaintenance',
    title: 'Network Infrastructure: new routers in West Europe and North Europe',
    services: ['Network Infrastructure'],
    reach: 'both',
    resources: ['database', 'vault'],
    begins: 9 * DAY,
    ends: 9 * DAY + 6 * HOUR,
    stages: [
      {
        at: -DAY,
        spreads: ['West Europe', 'North Europe'],
        says: 'Routers are replaced, one zone after the other. Connections between zones may break once.',
      },
      { at: 9 * DAY, eventLevel: 'Warning', says: 'The work has begun in West Europe.' },
      { at: 9 * DAY + 3 * HOUR, resolves: ['West Europe'], says: 'West Europe is done, North Europe has begun.' },
      {
        at: 9 * DAY + 6 * HOUR,
        eventLevel: 'Informational',
        resolves: ['North Europe'],
        says: 'The work is done in both regions.',
      },
    ],
  },
  {
    name: 'MNT1-STO',
    eventType: 'PlannedMaintenance',
    title: 'Storage Accounts: maintenance in North Europe',
    services: ['Storage Accounts'],
    reach: 'staging',
    begins: -16 * DAY,
    stages: [
      { at: -25 * DAY, spreads: ['North Europe'], says: 'Disks of older storage stamps are replaced.' },
      { at: -15 * DAY, resolves: ['North Europe'], says: 'The disks have been replaced.' },
    ],
  },
  {
    name: 'MNT2-VMS',
    eventType: 'PlannedMaintenance',
    title: 'Virtual Machines: restart of hosts in West Europe',
    services: ['Virtual Machines'],
    reach: 'production',
    properties: { eventSource: 'ResourceHealth' },
    begins: -3 * DAY,
    stages: [
      {
        at: -12 * DAY,
        spreads: ['West Europe'],
        says: 'Hosts are restarted for a firmware update. Machines pause for up to ten seconds.',
      },
      { at: -2.5 * DAY, resolves: ['West Europe'], says: 'All hosts run the new firmware.' },
    ],
  },
];
