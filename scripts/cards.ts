import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { drawGallery } from '../test/gallery/gallery.ts';
import { ROOT } from '../test/house/source.ts';
import { cardSamples } from '../test/support/card-samples.ts';

/** `npm run cards`: every card in every look on one page, and what is wrong with them for people who see or use them otherwise. */
const FILE = join('build', 'cards.html');

const { html, problems } = drawGallery(cardSamples);
mkdirSync(join(ROOT, 'build'), { recursive: true });
writeFileSync(join(ROOT, FILE), html);
for (const problem of problems) console.error(problem);
console.log(`${FILE}: ${cardSamples.length} samples, ${problems.length} problems`);
process.exitCode = problems.length === 0 ? 0 : 1;
