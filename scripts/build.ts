import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadPhrases, phraseLanguages } from '#bot/phrases/phrases.ts';
import { LESSONS, study, writeLessons } from '#bot/understanding/learning.ts';
import { bundle } from './bundle.ts';

/** `npm run build`: writes `dist/`, all that production needs beside Node. Its package.json has npm's scripts of production. */
const ROOT = join(import.meta.dirname, '..');
const DIST = join(ROOT, 'dist');
const PROGRAM = /src\/(?:cli\/)?([\w-]+)\.ts$/;

const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  readonly scripts: Readonly<Record<string, string>>;
};
const commands = Object.entries(scripts).filter(([name, line]) => PROGRAM.test(line) && !/^start|^sandbox:/.test(name));
const programs = commands.map(([, line]) => PROGRAM.exec(line)?.[0] ?? '');

rmSync(DIST, { recursive: true, force: true });
// app.ts by its name too: what loads it alone has Node keep it compiled (Dockerfile).
await bundle(['src/main.ts', 'src/app.ts', ...programs], DIST);
// No process that serves people learns the phrases.
for (const language of phraseLanguages()) {
  const lessons = study(loadPhrases(language));
  let step = lessons.next();
  while (!step.done) step = lessons.next();
  writeFileSync(join(DIST, 'src/bot/phrases', language, LESSONS), writeLessons(step.value));
}
const built = {
  start: scripts['start:built']?.replace('dist/', ''),
  ...Object.fromEntries(commands.map(([name, line]) => [name, line.replace(PROGRAM, '$1.js')])),
};
writeFileSync(join(DIST, 'package.json'), `${JSON.stringify({ type: 'module', scripts: built }, null, 2)}\n`);
