import type { Feature } from '../../feature.ts';
import { usageMigrations } from '../meter/usage-rows.ts';
import { usageCommand } from './usage-commands.ts';

/** What translations cost, and who may spend how much. */
export const usage = {
  commands: [usageCommand],
  migrations: usageMigrations,
} satisfies Partial<Feature>;
