import { writeFileSync } from 'node:fs';
import { generatedPages } from './generated-pages.ts';

for (const { file, page } of generatedPages) writeFileSync(file, page());
