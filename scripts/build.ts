import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { bundle } from './bundle.ts';

/** `npm run build`: writes `dist/main.js`, the bundle of production. */
const DIST = join(import.meta.dirname, '..', 'dist');

rmSync(DIST, { recursive: true, force: true });
// app.ts by its name too: what loads it alone has Node keep it compiled (Dockerfile).
await bundle(['src/main.ts', 'src/app.ts'], DIST);
