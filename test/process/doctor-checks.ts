/** The checks of the report in groups that break together, by their titles. */
export const rosters = [
  'Roster of General',
  'Roster of Approvals',
  'Roster of Alerts',
  'Roster of Finance',
  'Rosters of other teams',
];
export const azure = [
  ...['Payments Production', 'Payments Staging', 'Ledger', 'Gateway', 'Ledger Vault'].map(
    (place) => `Roles at ${place}`,
  ),
  ...['Payments', 'Enterprise', 'Retail'].map((account) => `Invoices of Northwind ${account}`),
  ...['Ledger', 'Gateway'].map((place) => `Container groups at ${place}`),
  ...['Settlement reports', 'Gateway statistics', 'Acquirer fees'].map((share) => `Data share ${share}`),
  ...['Payments Production', 'Payments Staging'].map((place) => `Health of ${place}`),
  'Subscriptions',
];
export const hosts = {
  keys: 'Host login.botframework.com',
  signIn: 'Host login.microsoftonline.com',
  teams: 'Host smba.trafficmanager.net',
  management: 'Host management.azure.com',
  translator: 'Host api.cognitive.microsofttranslator.com',
  apps: 'Host api.appcenter.ms',
} as const;

/** All that needs a way out, in the report's order. */
export const outside = [
  ...Object.values(hosts),
  ...['Clock', 'Keys of Teams’ requests', 'Sign-in to Teams', 'Sign-in to the cloud'],
  ...azure.slice(0, 5),
  'App users',
  ...azure.slice(5),
  'Translator',
  ...rosters,
];

export const allButSettings = [
  ...['Cloud', 'Certificate authorities', 'Proxy', 'Hosts', 'Keys of Teams’ requests', 'Sign-in to Teams'],
  ...['Sign-in to the cloud', 'Policy', 'Database', 'Secrets', 'What the policy names', 'Conversations'],
];
