/**
 * All that handlers may use; they get it as an argument. The bot only hands it on: it is filled in by
 * `declare module '../bot/services.ts' { interface Services { … } }` where the services are known.
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled in by src/features/feature.ts.
export interface Services {}
