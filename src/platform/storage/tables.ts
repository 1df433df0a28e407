/**
 * Every table of the bot's database. Each layer and feature adds its own with
 * `declare module './tables.ts' { interface Tables { … } }` beside the repository that owns it.
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled in by the owners of the tables.
export interface Tables {}
