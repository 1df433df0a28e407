/**
 * Everything that handlers may use; they get it as an argument. The bot only passes it on. Its members are declared by
 * `declare module './services.ts' { interface Services { … } }` where the services are known.
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled in by src/features/feature.ts.
export interface Services {}
