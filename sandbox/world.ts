/**
 * The fixed facts of the sandbox's story: one tenant, one team of six people, and two people outside it. Both sandboxes,
 * the demo policy and the tests name people and places from here and from nowhere else.
 */
export const tenantId = '5a4d7e2c-91b3-4f60-8c1d-7e0b2f9a6c10';

/** The bank whose people share a channel with the team. */
export const otherTenantId = '8e2b6f04-57ac-4d19-b3e8-1c90a4d7f526';

/** The bot's registration inside the sandbox; refused as a production setting. */
export const sandboxBot = {
  appId: '3e9c5b70-2d18-4a6f-b0e4-91c7d5f8a203',
  appPassword: 'sandbox-only-not-a-secret',
  id: '28:3e9c5b70-2d18-4a6f-b0e4-91c7d5f8a203',
  name: 'Steward',
  /** The application ID URI of its registration, for single sign-on in Teams. */
  idUri: 'api://botid-3e9c5b70-2d18-4a6f-b0e4-91c7d5f8a203',
} as const;

export interface SandboxPerson {
  /** Short handle, used in addresses of the chat page and in tests. */
  readonly key: string;
  /** Directory object id: what `from.aadObjectId` and the vendor's principalId hold. */
  readonly objectId: string;
  /** The organisation that the account belongs to; a guest's is ours. */
  readonly tenantId: string;
  /** The channel account id, one for each bot and person. */
  readonly teamsId: string;
  readonly givenName: string;
  readonly surname: string;
  readonly name: string;
  readonly email: string;
  readonly title: string;
  readonly userRole: 'user' | 'guest';
  readonly locale: string;
  readonly timezone: string;
}

const person = (
  key: string,
  objectId: string,
  name: string,
  title: string,
  extra: Partial<SandboxPerson> = {},
): SandboxPerson => {
  const [givenName = '', surname = ''] = name.split(' ');
  return {
    key,
    objectId,
    tenantId,
    teamsId: `29:sandbox-${key}`,
    givenName,
    surname,
    name,
    email: `${key}@northwind.example`,
    title,
    userRole: 'user',
    locale: 'en-GB',
    timezone: 'Europe/Berlin',
    ...extra,
  };
};

export const people = {
  ana: person('ana', 'a1a7c0de-1111-4a11-8a11-0a0a0a0a0a01', 'Ana Rossi', 'Payments engineer'),
  bo: person('bo', 'b0b7c0de-2222-4b22-8b22-0b0b0b0b0b02', 'Bo Lind', 'Platform lead'),
  cy: person('cy', 'c1c7c0de-3333-4c33-8c33-0c0c0c0c0c03', 'Cy Okafor', 'Security lead'),
  di: person('di', 'd1d7c0de-4444-4d44-8d44-0d0d0d0d0d04', 'Di Meyer', 'Finance'),
  ed: person('ed', 'e1d7c0de-5555-4e55-8e55-0e0e0e0e0e05', 'Ed Tanaka', 'Guest, Contoso Audio', {
    userRole: 'guest',
    email: 'ed_contoso.example#EXT#@northwind.example',
  }),
  fi: person('fi', 'f1f7c0de-6666-4f66-8f66-0f0f0f0f0f06', 'Fi Costa', 'Auditor'),
} as const satisfies Record<string, SandboxPerson>;

/** A member of the team. */
export type PersonKey = keyof typeof people;

/** People outside the team. The policy names neither. */
export const otherPeople = {
  gwen: person('gwen', 'a7e7c0de-7777-4a77-8a77-0a0a0a0a0a07', 'Gwen Hale', 'Customer care'),
  noor: person('noor', 'b8e7c0de-8888-4b88-8b88-0b0b0b0b0b08', 'Noor Haddad', 'Litware Bank', {
    tenantId: otherTenantId,
    email: 'noor@litware.example',
  }),
} as const satisfies Record<string, SandboxPerson>;

export const everybody = { ...people, ...otherPeople } as const;

export type AnyPersonKey = keyof typeof everybody;

export const team = {
  id: '19:general-payments@thread.tacv2',
  aadGroupId: '7b6c1d90-3c44-4d2b-9e07-6a1f0c5b8d20',
  name: 'Payments',
  /** The General channel has the team's id as its own, as in Teams. */
  channels: [
    { key: 'general', id: '19:general-payments@thread.tacv2', name: 'General' },
    { key: 'approvals', id: '19:approvals-payments@thread.tacv2', name: 'Approvals' },
    { key: 'alerts', id: '19:alerts-payments@thread.tacv2', name: 'Alerts' },
    { key: 'finance', id: '19:finance-payments@thread.tacv2', name: 'Finance' },
  ],
} as const;

/** Places with members of their own. `hasBot`: whether the app was added there when the story begins. */
export const otherPlaces = {
  shared: {
    id: '19:acquirers-payments@thread.tacv2',
    name: 'Acquirers',
    type: 'shared',
    members: ['ana', 'bo', 'noor'],
    hasBot: true,
  },
  private: {
    id: '19:fraud-payments@thread.tacv2',
    name: 'Fraud review',
    type: 'private',
    members: ['bo', 'cy'],
    hasBot: false,
  },
  group: {
    id: '19:payouts-on-call@thread.v2',
    name: 'Payouts on call',
    type: 'group',
    members: ['ana', 'bo', 'gwen'],
    hasBot: true,
  },
  groupWithout: {
    id: '19:lunch@thread.v2',
    name: 'Lunch',
    type: 'group',
    members: ['ana', 'ed', 'gwen'],
    hasBot: false,
  },
  /** Between two people: called as the other one. */
  direct: {
    id: '19:ana_gwen@unq.gbl.spaces',
    name: '',
    type: 'direct',
    members: ['ana', 'gwen'],
    hasBot: false,
  },
} as const satisfies Record<string, OtherPlace>;

/** The ids of those where the app is not, until somebody adds it. */
export const placesWithoutApp: ReadonlySet<string> = new Set(
  Object.values(otherPlaces).flatMap(({ id, hasBot }) => (hasBot ? [] : [id])),
);

export interface OtherPlace {
  readonly id: string;
  readonly name: string;
  readonly type: 'shared' | 'private' | 'group' | 'direct';
  readonly members: readonly AnyPersonKey[];
  readonly hasBot: boolean;
}

/** What the payments team runs at the vendor. */
export const cloud = {
  managementGroup: 'mg-northwind',
  subscriptions: {
    production: { id: '0d5f6a11-7c3e-4b59-9a41-5e2f8b7c1d01', name: 'Payments Production' },
    staging: { id: '0d5f6a11-7c3e-4b59-9a41-5e2f8b7c1d02', name: 'Payments Staging' },
  },
  /** All in the production subscription. */
  resourceGroups: { ledger: 'rg-ledger', gateway: 'rg-gateway' },
  /** Built-in roles with the ids that the public cloud gives them. */
  roles: {
    reader: { id: 'acdd72a7-3385-48ef-bd42-f606fba81ae7', name: 'Reader' },
    contributor: { id: 'b24988ac-6180-42a0-ab88-20f7382dd24c', name: 'Contributor' },
    secretsUser: { id: '4633458b-17de-408a-b874-0445c86b69e6', name: 'Key Vault Secrets User' },
    accessAdministrator: { id: '18d7d88d-d35e-4fb5-a5c3-7773c20a72d9', name: 'User Access Administrator' },
    owner: { id: '8e3af657-a8ff-443c-a75c-2fe8c4bcb635', name: 'Owner' },
  },
  /** A directory group of the vendor that Ana and Di are members of. */
  groups: {
    paymentsTeam: { id: '9c8b7a60-5d4e-4f3a-8b2c-1d0e9f8a7b60', name: 'Payments team', members: ['ana', 'di'] },
  },
  /** Apps of the app-management service by `owner` and `name`; the first owner is an organisation, the other one a user. */
  apps: {
    wallet: { owner: 'northwind-payments', name: 'wallet-ios' },
    terminal: { owner: 'northwind-payments', name: 'terminal-android' },
    probe: { owner: 'bo-lind', name: 'gateway-probe' },
  },
  /** An outside tester of the wallet, whose phone was lost in the incident. */
  appTester: 'tess.moran+wallet@contoso-audio.example',
  /** In rg-ledger: a share that acquirers receive, and what the team receives from one of them. */
  dataShare: { account: 'dsa-payments', share: 'settlement-reports', shareSubscription: 'acquirer-fees' },
  /** What subscriptions are paid from, one for each form of a billing scope. */
  billing: {
    account: '7c1e5b90-3a4d-4f28-9b60-d2e8a1f47c35:2b9f6d14-85ea-4c07-b3d1-6f0c9e72a458_2019-05-31',
    profile: 'PAYM-NTS1-BG7-PGB',
    invoiceSection: 'LEDG-ER01-PJA-PGB',
    partnerAccount: '4f8a2d67-1c93-4be5-a07d-8e5b3c60f912:9d37c1e8-60b4-4a2f-8f15-7b2e4d90c6a3_2018-09-30',
    customer: '3e6b0f52-94d8-4c71-b2a6-05f7c8d1e94b',
    enterpriseAccount: '8608480',
    enrollmentAccount: '329053',
    /** A billing account of the older kind, by its PCN name. */
    pcnAccount: 'PCN.7f3KQ2',
    /** The payments team's bill of the month and of the month before, a small one of the enterprise account, and one with nothing on it. */
    invoice: 'G002548106',
    invoiceBefore: 'G002431877',
    smallInvoice: 'E0500HX042',
    emptyInvoice: 'D000018772',
    /** The next bill of the month's account: nothing is on it yet. */
    pendingInvoice: 'G002611873',
  },
  /** Subscriptions that were asked for in the story, by the name of their alias. */
  newSubscriptions: {
    standby: { alias: 'ledger-standby', id: '0d5f6a11-7c3e-4b59-9a41-5e2f8b7c1d11', name: 'Ledger Standby' },
    fraud: { alias: 'fraud-lab', id: '0d5f6a11-7c3e-4b59-9a41-5e2f8b7c1d12', name: 'Fraud Lab' },
    archive: { alias: 'audit-archive', id: '0d5f6a11-7c3e-4b59-9a41-5e2f8b7c1d13', name: 'Audit Archive' },
    pilot: { alias: 'partner-pilot', id: '0d5f6a11-7c3e-4b59-9a41-5e2f8b7c1d14', name: 'Partner Pilot' },
    vault: { alias: 'card-vault-eu', id: '0d5f6a11-7c3e-4b59-9a41-5e2f8b7c1d15', name: 'Card Vault EU' },
    loadTest: { alias: 'load-test', id: '0d5f6a11-7c3e-4b59-9a41-5e2f8b7c1d16', name: 'Payments Load Test' },
    payouts: { alias: 'payouts-trial', id: '0d5f6a11-7c3e-4b59-9a41-5e2f8b7c1d17', name: 'Payouts Trial' },
  },
  /** Custom translation systems by their category ids: one at hand, one that must be woken up first. */
  translatorCategories: {
    ledger: '7c1f4a92-0b6d-4e38-a5c7-2d9e8f103b64-LEDGER',
    treasury: '7c1f4a92-0b6d-4e38-a5c7-2d9e8f103b64-TREASURY',
  },
  /** The identity that the bot's vendor calls run under. */
  botPrincipal: { id: '2f1e0d9c-8b7a-4695-a483-c2b1a0f9e8d7', name: 'steward-bot' },
} as const;

/** Names of the secrets that containers of the story are given. */
export const demoSecrets = ['registry-pull', 'ledger-db-password', 'ledger-tls', 'log-workspace-key'] as const;

export const ports = { bot: 3978, teams: 3979, vendor: 3980 } as const;
