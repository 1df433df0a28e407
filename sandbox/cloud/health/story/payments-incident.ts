import { DAY, MINUTE } from '../../../../src/platform/lib/clock.ts';
import type { Script } from '../script.ts';

/** The incident of the payments team: active at the start of the demo data, with more stages as the clock moves. */
export const paymentsIncident: Script = {
  name: 'PAYM-7K2',
  eventType: 'ServiceIssue',
  title: 'Application Gateway and Key Vault: failing requests in West Europe',
  services: ['Application Gateway', 'Key Vault'],
  reach: 'both',
  resources: ['vault', 'database'],
  begins: -40 * MINUTE,
  properties: {
    externalIncidentId: '731904552',
    reason: 'Unplanned',
    impactType: 'Availability',
    isHIR: true,
    hirStage: 'active',
    additionalInformation: { message: 'Payments that are refused can be sent again; none is carried out twice.' },
    recommendedActions: {
      message: 'While this lasts:',
      localeCode: 'en',
      actions: [
        { groupId: 1, actionText: 'Let clients retry refused requests with increasing delays.' },
        { groupId: 1, actionText: 'Send traffic to North Europe where your gateway has a second instance.' },
        { groupId: 2, actionText: 'Hold back releases of the gateway until this is resolved.' },
      ],
    },
    faqs: [
      {
        question: 'Is any data lost?',
        answer: 'No. Requests are refused before they reach your services.',
        localeCode: 'en',
      },
    ],
  },
  stages: [
    {
      at: -25 * MINUTE,
      eventLevel: 'Warning',
      spreads: ['West Europe'],
      tags: ['Action Recommended'],
      says: '<p><strong>What happened?</strong> For 15 minutes some requests through Application Gateway in West Europe have failed with 502.</p><p><strong>What next?</strong> We are investigating the cause. The next update follows within an hour.</p>',
    },
    {
      at: -10 * MINUTE,
      says: '<p><strong>What we know:</strong> gateways cannot read their certificates from Key Vault. About 1 in 20 requests fails.</p>',
    },
    {
      at: 15 * MINUTE,
      eventLevel: 'Error',
      says: '<p><strong>The impact has grown:</strong> about 1 in 4 requests fails. A change to the certificate service is being rolled back.</p>',
    },
    {
      at: 30 * MINUTE,
      eventLevel: 'Critical',
      spreads: ['North Europe'],
      says: '<p><strong>North Europe is also affected:</strong> redirected traffic has used up its capacity. We are adding more.</p>',
    },
    {
      at: 75 * MINUTE,
      eventLevel: 'Error',
      resolves: ['North Europe'],
      says: '<p><strong>North Europe has recovered.</strong> In West Europe the change has been rolled back on half of all gateways.</p>',
    },
    {
      at: 105 * MINUTE,
      resolves: ['West Europe'],
      tags: [],
      changes: { hirStage: 'resolved' },
      says: '<p><strong>Mitigated:</strong> requests have been answered as usual in both regions for 15 minutes. A review follows within three days.</p>',
    },
    {
      at: DAY,
      tags: ['Preliminary PIR'],
      changes: { hirStage: 'rca' },
      says: '<p><strong>Preliminary Post Incident Review.</strong> A change to the certificate service closed idle connections too early; gateways could then not renew their certificates.</p>',
    },
    {
      at: 5 * DAY,
      tags: ['Final PIR'],
      says: '<p><strong>Final Post Incident Review.</strong> The cause is confirmed. Such changes are now rolled out to one region at a time, and gateways keep their last good certificate.</p>',
    },
  ],
};
