import type { Feature } from '../../feature.ts';
import { usageCommand } from './commands.ts';
import { usageMigrations } from './usage-rows.ts';

/** What translations cost, and who may spend how much. */
export const usage = {
  commands: [usageCommand],
  migrations: usageMigrations,
} satisfies Partial<Feature>;
