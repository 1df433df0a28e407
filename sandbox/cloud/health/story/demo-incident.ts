import { MINUTE, SECOND } from '../../../../src/platform/lib/clock.ts';
import type { Script } from '../script.ts';

/** The common fields of the incident and its review. */
const touched = {
  services: ['SQL Database', 'Container Instances'],
  reach: 'both',
  resources: ['database', 'vault'],
  begins: -6 * MINUTE,
} as const satisfies Partial<Script>;

/** An incident with all its stages and its review within three minutes. */
export const demoIncident = (name: string, externalIncidentId: string): Script => ({
  ...touched,
  name,
  eventType: 'ServiceIssue',
  title: 'SQL Database and Container Instances: lost connections',
  properties: {
    externalIncidentId,
    reason: 'Unplanned',
    impactType: 'Availability',
    isHIR: true,
    hirStage: 'active',
    additionalInformation: { message: 'A payment that fails can be sent again; none is carried out twice.' },
    recommendedActions: {
      message: 'While this lasts:',
      localeCode: 'en',
      actions: [
        { groupId: 1, actionText: 'Let your containers reconnect, with increasing delays.' },
        { groupId: 1, actionText: 'Hold back releases until this is resolved.' },
      ],
    },
    faqs: [
      { question: 'Is any data lost?', answer: 'No. What was written to a database stays there.', localeCode: 'en' },
    ],
  },
  stages: [
    {
      at: 0,
      eventLevel: 'Warning',
      spreads: ['West Europe'],
      tags: ['Action Recommended'],
      says: '<p><strong>What happened?</strong> For some minutes container groups in West Europe have been losing their connections to databases. About one in thirty payments must be sent again.</p>',
    },
    {
      at: 20 * SECOND,
      says: '<p><strong>What we know:</strong> routers between the two services close connections that are still in use. A change from this morning is being rolled back.</p>',
    },
    {
      at: 45 * SECOND,
      eventLevel: 'Error',
      spreads: ['North Europe'],
      says: '<p><strong>The impact has grown, and North Europe is also affected:</strong> redirected traffic has used up its connections. About one in six payments must be sent again.</p>',
    },
    {
      at: 75 * SECOND,
      says: '<p><strong>The change has been rolled back</strong> on half of all routers in West Europe. North Europe gets more connections.</p>',
    },
    {
      at: 105 * SECOND,
      resolves: ['North Europe'],
      says: '<p><strong>North Europe has recovered.</strong> In West Europe the last routers are being repaired.</p>',
    },
    {
      at: 135 * SECOND,
      resolves: ['West Europe'],
      tags: [],
      changes: { hirStage: 'resolved' },
      says: '<p><strong>Mitigated:</strong> connections are stable in both regions, and payments work as usual. A review follows.</p>',
    },
    {
      at: 165 * SECOND,
      tags: ['Preliminary PIR'],
      changes: { hirStage: 'rca' },
      says: '<p><strong>Preliminary Post Incident Review.</strong> A new setting of the routers counted every connection twice, so they closed half of them.</p>',
    },
  ],
});

/** Its review, a separate event with the incident’s id. */
export const demoReview = (name: string, externalIncidentId: string): Script => ({
  ...touched,
  name,
  eventType: 'RCA',
  title: 'SQL Database and Container Instances: root cause of the lost connections',
  properties: { externalIncidentId },
  stages: [
    {
      at: 195 * SECOND,
      eventLevel: 'Informational',
      spreads: ['West Europe', 'North Europe'],
      resolves: ['West Europe', 'North Europe'],
      says: '<p><strong>Root cause:</strong> a setting was tested with few connections only, where counting them twice does no harm. Router settings are now tested under full load and rolled out to one region at a time.</p>',
    },
  ],
});
