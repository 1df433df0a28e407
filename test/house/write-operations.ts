import { writeFileSync } from 'node:fs';
import { README, readReadme, withOperations } from './operations-table.ts';

writeFileSync(README, withOperations(readReadme()));
