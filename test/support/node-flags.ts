import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const { scripts } = JSON.parse(readFileSync(join(import.meta.dirname, '..', '..', 'package.json'), 'utf8')) as {
  readonly scripts: Readonly<Record<string, string>>;
};

/** The flags with which `npm run start:built` starts Node. */
export const nodeFlags: readonly string[] = scripts['start:built']?.match(/--\S+/g) ?? [];
