import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import rejected from '../fixtures/house/rejected-phrases.json' with { type: 'json' };
import { ROOT } from './source.ts';

const FOLDER = join(ROOT, 'src/platform/texts/en');
const texts = readdirSync(FOLDER).map((file) => [file, readFileSync(join(FOLDER, file), 'utf8')] as const);

/** What first-time users stumbled over; each was replaced by what the field says. */
it.each(rejected)('no text says “%s”', (phrase) => {
  expect(texts.filter(([, text]) => text.includes(phrase)).map(([file]) => file)).toEqual([]);
});
