import { DAY, HOUR } from '../../../../src/platform/lib/clock.ts';
import type { Script } from '../script.ts';

const actions = (...texts: readonly string[]) => ({
  recommendedActions: {
    message: 'What you can do:',
    localeCode: 'en',
    actions: texts.map((actionText) => ({ groupId: 1, actionText })),
  },
});

/** The sensitive event, whose texts are only in its details. */
export const securityAdvisory: Script = {
  name: 'SECU-3D9',
  eventType: 'SecurityAdvisory',
  title: 'Container Instances: action needed for images built before this month',
  services: ['Container Instances'],
  reach: 'production',
  resources: ['vault', 'database'],
  sensitive: true,
  begins: -20 * HOUR,
  stages: [
    {
      at: -19 * HOUR,
      eventLevel: 'Error',
      spreads: ['Global'],
      tags: ['Action Recommended'],
      says: 'The base image of container group gateway-edge in rg-gateway contained a readable registry password. There is no sign of misuse. Renew the password and rebuild the image.',
    },
    {
      at: 6 * HOUR,
      eventLevel: 'Critical',
      says: 'The registry password of gateway-edge was used once from an unknown external address. Renew it now.',
    },
    {
      at: 3 * DAY,
      eventLevel: 'Informational',
      resolves: ['Global'],
      says: 'The registry password of gateway-edge is renewed and the old image is gone.',
    },
  ],
};

/** Advisories: two retirements and some notices. */
export const advisories: readonly Script[] = [
  securityAdvisory,
  {
    name: 'RETI-1VA',
    eventType: 'HealthAdvisory',
    title: 'Key Vault: access policies will be retired',
    services: ['Key Vault'],
    reach: 'both',
    resources: ['vault'],
    begins: -2 * DAY,
    ends: 200 * DAY,
    properties: {
      eventSubType: 'Retirement',
      ...actions('Move each vault to roles.', 'Take the old policies away.'),
      links: [
        {
          type: 'Button',
          displayText: { value: 'Open the vault', localizedValue: 'Open the vault' },
          extensionName: 'KeyVault',
          bladeName: 'AccessConfiguration',
          parameters: { vault: 'kv-ledger' },
        },
      ],
    },
    stages: [
      {
        at: -2 * DAY,
        eventLevel: 'Warning',
        spreads: ['Global'],
        tags: ['Action Recommended'],
        says: 'In 200 days vaults will support role-based access only. Vaults that still use access policies will refuse every request from then on.',
      },
      { at: 10 * DAY, says: 'A reminder: one of your vaults still uses access policies.' },
    ],
  },
  {
    name: 'RETI-2TL',
    eventType: 'HealthAdvisory',
    title: 'SQL Database: TLS 1.1 will be retired',
    services: ['SQL Database'],
    reach: 'production',
    resources: ['database'],
    begins: -90 * DAY,
    ends: 60 * DAY,
    properties: { eventSubType: 'Retirement', ...actions('Let every client use TLS 1.2 or later.') },
    stages: [
      { at: -90 * DAY, eventLevel: 'Warning', spreads: ['Global'], says: 'In 150 days TLS 1.1 is refused.' },
      { at: 30 * DAY, tags: ['Action Recommended'], says: 'In 30 days TLS 1.1 is refused.' },
    ],
  },
  {
    name: 'ADVI-5CI',
    eventType: 'HealthAdvisory',
    title: 'Container Instances: lower limits for new groups in West Europe',
    services: ['Container Instances'],
    reach: 'production',
    begins: -36 * HOUR,
    stages: [
      {
        at: -36 * HOUR,
        spreads: ['West Europe'],
        says: 'New container groups in West Europe can request at most four cores until more capacity is available.',
      },
      { at: 2 * DAY, resolves: ['West Europe'], says: 'The usual limits are back.' },
    ],
  },
  {
    name: 'ADVI-6DS',
    eventType: 'HealthAdvisory',
    title: 'Data Share: synchronizations start late',
    services: ['Data Share'],
    reach: 'production',
    begins: -8 * HOUR,
    stages: [
      {
        at: -7 * HOUR,
        eventLevel: 'Warning',
        spreads: ['West Europe'],
        says: 'Scheduled synchronizations start up to 40 minutes late. Manual ones are not affected.',
      },
      { at: 2 * HOUR, resolves: ['West Europe'], says: 'Synchronizations start on time again.' },
    ],
  },
  {
    name: 'SECU-1OL',
    eventType: 'SecurityAdvisory',
    title: 'Storage Accounts: open containers found',
    services: ['Storage Accounts'],
    reach: 'staging',
    sensitive: true,
    begins: -61 * DAY,
    stages: [
      {
        at: -60 * DAY,
        eventLevel: 'Warning',
        spreads: ['Global'],
        says: 'The container exports of account stgpaymentsstaging can be read without signing in.',
      },
      { at: -58 * DAY, resolves: ['Global'], says: 'Only its owners can read the container exports.' },
    ],
  },
];
