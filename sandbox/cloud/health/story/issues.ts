import { DAY, HOUR, MINUTE } from '../../../../src/platform/lib/clock.ts';
import type { EventLevel, EventType, Fields, Reach, Script, ScriptedResource } from '../script.ts';

/** Last month's failover, which has a review. */
const failover: Fields = { externalIncidentId: '698120447' };

interface Issue {
  readonly name: string;
  readonly eventType?: EventType;
  readonly title: string;
  readonly service: string;
  readonly region: string;
  readonly reach?: Reach;
  readonly resources?: readonly ScriptedResource[];
  readonly level?: EventLevel;
  readonly begins: number;
  /** The end in the region. */
  readonly lasts: number;
  readonly first: string;
  readonly last: string;
  readonly properties?: Fields;
}

/** An issue of one region with two updates. */
const issue = ({ service, region, first, last, level = 'Error', lasts, ...told }: Issue): Script => ({
  eventType: 'ServiceIssue',
  services: [service],
  reach: 'production',
  stages: [
    { at: told.begins + 10 * MINUTE, eventLevel: level, spreads: [region], says: first },
    { at: told.begins + lasts, resolves: [region], says: last },
  ],
  ...told,
});

/** An issue that a review follows. */
const reviewed = (script: Script, ...reviews: readonly [day: number, tag: string, says: string][]): Script => ({
  ...script,
  stages: [...script.stages, ...reviews.map(([day, tag, says]) => ({ at: day * DAY, tags: [tag], says }))],
});

/** Issues beside the payments incident: most are past, some are in the future. */
export const issues: readonly Script[] = [
  reviewed(
    issue({
      name: 'VAUL-2LT',
      title: 'Key Vault: slow answers in West Europe',
      service: 'Key Vault',
      region: 'West Europe',
      reach: 'both',
      resources: ['vault'],
      begins: -2 * DAY,
      lasts: 5 * HOUR,
      first: 'Requests to vaults take up to 20 seconds.',
      last: 'Requests are answered as fast as usual.',
    }),
    [-1, 'Preliminary PIR', 'Preliminary Post Incident Review. A new index had not been built in one zone.'],
    [4, 'Final PIR', 'Final Post Incident Review. Indexes are now built before traffic moves.'],
  ),
  reviewed(
    issue({
      name: 'VIRT-9FP',
      title: 'Virtual Machines: machines reported as unavailable',
      service: 'Virtual Machines',
      region: 'West Europe',
      level: 'Warning',
      begins: -11 * HOUR,
      lasts: 40 * MINUTE,
      first: 'Monitoring reports machines in West Europe as unavailable.',
      last: 'The machines were always available; the monitoring was wrong.',
    }),
    [-0.4, 'False Positive', 'None of your machines was affected.'],
  ),
  issue({
    name: 'EMRG-4DN',
    eventType: 'EmergingIssues',
    title: 'Network Infrastructure: DNS names are not resolved',
    service: 'Network Infrastructure',
    region: 'Global',
    reach: 'both',
    resources: ['vault', 'database'],
    begins: -6 * HOUR,
    lasts: 3 * HOUR,
    first: 'Some DNS names of our services are not resolved. We do not know yet who is affected.',
    last: 'All names are found again.',
  }),
  issue({
    name: 'STOR-8TH',
    title: 'Storage Accounts: requests are throttled in North Europe',
    service: 'Storage Accounts',
    region: 'North Europe',
    reach: 'both',
    resources: ['database'],
    begins: -26 * HOUR,
    lasts: 2 * HOUR,
    first: 'Storage accounts answer some requests with 503.',
    last: 'Requests are answered as usual.',
  }),
  issue({
    name: 'TRAN-6UP',
    title: 'Translator: failing requests',
    service: 'Translator',
    region: 'Global',
    level: 'Warning',
    begins: -40 * HOUR,
    lasts: HOUR,
    first: 'About 1 in 50 requests for translation fails with 500.',
    last: 'Requests for translation are answered as usual.',
  }),
  issue({
    name: 'GATE-5WE',
    title: 'Application Gateway: configuration changes are slow',
    service: 'Application Gateway',
    region: 'West Europe',
    resources: ['vault'],
    level: 'Warning',
    begins: -50 * HOUR,
    lasts: 4 * HOUR,
    first: 'Changes of a gateway\u2019s settings take up to an hour. Traffic is not affected.',
    last: 'Changes take a few minutes as usual.',
  }),
  issue({
    name: 'VAUL-1KX',
    title: 'Key Vault: keys cannot be created in North Europe',
    service: 'Key Vault',
    region: 'North Europe',
    resources: ['vault'],
    begins: -7 * DAY,
    lasts: 90 * MINUTE,
    first: 'New keys cannot be created. Existing ones are not affected.',
    last: 'New keys can be created.',
  }),
  issue({
    name: 'ROOT-3SQ',
    eventType: 'RCA',
    title: 'SQL Database: root cause of the failover last month',
    service: 'SQL Database',
    region: 'West Europe',
    resources: ['database'],
    level: 'Informational',
    properties: failover,
    begins: -34 * DAY,
    lasts: 14 * DAY,
    first: 'The cause of the failover is being investigated.',
    last: 'A disk of the log service failed more slowly than its replacement expects. The limit is now lower.',
  }),
  issue({
    name: 'SQLD-7FO',
    title: 'SQL Database: unplanned failover in West Europe',
    service: 'SQL Database',
    region: 'West Europe',
    resources: ['database'],
    level: 'Critical',
    properties: failover,
    begins: -34 * DAY,
    lasts: 35 * MINUTE,
    first: 'Databases in West Europe do not answer.',
    last: 'All databases answer again, from their secondary replicas.',
  }),
  issue({
    name: 'SQLD-9LA',
    title: 'SQL Database: slow answers in West Europe',
    service: 'SQL Database',
    region: 'West Europe',
    resources: ['database'],
    begins: 2 * DAY,
    lasts: 3 * HOUR,
    first: 'Writes to databases take several seconds.',
    last: 'Writes are as fast as usual.',
  }),
  issue({
    name: 'NETW-2BR',
    title: 'Network Infrastructure: lost packets between regions',
    service: 'Network Infrastructure',
    region: 'North Europe',
    reach: 'both',
    resources: ['vault', 'database'],
    begins: 7 * DAY,
    lasts: 5 * HOUR,
    first: 'Up to 1 in 100 packets between North Europe and West Europe is lost.',
    last: 'No packets are lost any more.',
  }),
  issue({
    name: 'CONT-8ST',
    title: 'Container Instances: groups do not start in West Europe',
    service: 'Container Instances',
    region: 'West Europe',
    begins: 16 * DAY,
    lasts: 2 * HOUR,
    first: 'New container groups stay at Pending.',
    last: 'New container groups start as usual.',
  }),
];
