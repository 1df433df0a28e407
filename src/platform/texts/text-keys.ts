import type {} from '#platform/lib/errors.ts';

/** The texts of src/platform/texts/en by area. A new area is one more line. */
interface English {
  access: typeof import('./en/access.json', { with: { type: 'json' }});
  administration: typeof import('./en/administration.json', { with: { type: 'json' }});
  alerts: typeof import('./en/alerts.json', { with: { type: 'json' }});
  apps: typeof import('./en/apps.json', { with: { type: 'json' }});
  billing: typeof import('./en/billing.json', { with: { type: 'json' }});
  bot: typeof import('./en/bot.json', { with: { type: 'json' }});
  cards: typeof import('./en/cards.json', { with: { type: 'json' }});
  changes: typeof import('./en/changes.json', { with: { type: 'json' }});
  connector: typeof import('./en/connector.json', { with: { type: 'json' }});
  containers: typeof import('./en/containers.json', { with: { type: 'json' }});
  directory: typeof import('./en/directory.json', { with: { type: 'json' }});
  doctor: typeof import('./en/doctor.json', { with: { type: 'json' }});
  files: typeof import('./en/files.json', { with: { type: 'json' }});
  health: typeof import('./en/health.json', { with: { type: 'json' }});
  help: typeof import('./en/help.json', { with: { type: 'json' }});
  http: typeof import('./en/http.json', { with: { type: 'json' }});
  identity: typeof import('./en/identity.json', { with: { type: 'json' }});
  jobs: typeof import('./en/jobs.json', { with: { type: 'json' }});
  operators: typeof import('./en/operators.json', { with: { type: 'json' }});
  policy: typeof import('./en/policy.json', { with: { type: 'json' }});
  monthly: typeof import('./en/monthly.json', { with: { type: 'json' }});
  reports: typeof import('./en/reports.json', { with: { type: 'json' }});
  requests: typeof import('./en/requests.json', { with: { type: 'json' }});
  shares: typeof import('./en/shares.json', { with: { type: 'json' }});
  signin: typeof import('./en/signin.json', { with: { type: 'json' }});
  storage: typeof import('./en/storage.json', { with: { type: 'json' }});
  subscriptions: typeof import('./en/subscriptions.json', { with: { type: 'json' }});
  translation: typeof import('./en/translation.json', { with: { type: 'json' }});
  vendor: typeof import('./en/vendor.json', { with: { type: 'json' }});
  watches: typeof import('./en/watches.json', { with: { type: 'json' }});
}

/** `a.b` of `{ a: { b: 'text' } }`. */
type KeysOf<Section> = {
  [Name in keyof Section & string]: Section[Name] extends string ? Name : `${Name}.${KeysOf<Section[Name]>}`;
}[keyof Section & string];

type EnglishKey = { [Area in keyof English]: `${Area}.${KeysOf<English[Area]>}` }[keyof English];

declare module '#platform/lib/errors.ts' {
  interface TextsByKey extends Record<EnglishKey, string> {}
}
