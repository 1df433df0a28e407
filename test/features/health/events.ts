import { type HealthEvent, healthEvent } from '#cloud/operations/health-events-schemas.ts';

export const SUBSCRIPTION = '0d5f6a11-7c3e-4b59-9a41-5e2f8b7c1d01';

/** An event as the vendor lists it, with these properties by their documented names. */
export const eventOf = (properties: Readonly<Record<string, unknown>> = {}, name = 'PAYM-7K2'): HealthEvent =>
  healthEvent.parse({
    id: `/providers/Vendor.ResourceHealth/events/${name}`,
    name,
    type: '/providers/Vendor.ResourceHealth/events',
    properties: { eventType: 'ServiceIssue', status: 'Active', eventLevel: 'Error', ...properties },
  });

/** Every documented field. */
export const wholeEvent = (more: Readonly<Record<string, unknown>> = {}): HealthEvent =>
  eventOf({
    title: 'Key Vault: failing requests in West Europe',
    header: 'Key Vault: failing requests',
    description: '<p>Gateways cannot read their <strong>certificates</strong>.</p><ul><li>West Europe</li></ul>',
    summary: 'One in four requests fails.',
    impact: [
      {
        impactedService: 'Key Vault',
        impactedRegions: [
          { impactedRegion: 'West Europe', status: 'Active', impactedSubscriptions: [SUBSCRIPTION] },
          { impactedRegion: 'North Europe', status: 'Resolved', impactedSubscriptions: [] },
        ],
      },
    ],
    updates: [
      {
        summary: '<p>We are looking for the cause.</p>',
        updateDateTime: '2026-03-02T08:10:00Z',
        eventTags: ['Action Recommended'],
      },
      { summary: '<p>The change is being taken back.</p>', updateDateTime: '2026-03-02T08:40:00Z' },
    ],
    recommendedActions: {
      message: 'While this lasts:',
      actions: [
        { groupId: 1, actionText: 'Repeat refused requests.' },
        { groupId: 2, actionText: 'Hold back releases.' },
      ],
    },
    faqs: [{ question: 'Is data lost?', answer: 'No.' }],
    article: { articleContent: '<p>The change is being taken back.</p><p>Every vault has a second place.</p>' },
    additionalInformation: { message: 'Nothing is charged twice.' },
    links: [
      { type: 'Button', displayText: { value: 'Status page' }, parameters: { url: 'https://status.example/now' } },
      {
        type: 'Hyperlink',
        displayText: { value: 'Blade' },
        extensionName: 'Health',
        bladeName: 'Event',
        parameters: {},
      },
    ],
    eventTags: ['Action Recommended'],
    impactStartTime: '2026-03-02T08:00:00Z',
    lastUpdateTime: '2026-03-02T08:40:00Z',
    priority: 2,
    externalIncidentId: '731904552',
    ...more,
  });
