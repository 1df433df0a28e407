import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder of its own with one policy file in it. */
export interface PolicyFolder {
  readonly file: string;
  write(content: string | Uint8Array): void;
  remove(): void;
  /** Takes the whole folder away. */
  clear(): void;
}

export const createPolicyFolder = (content?: string | Uint8Array): PolicyFolder => {
  const folder = mkdtempSync(join(tmpdir(), 'steward-policy-'));
  const file = join(folder, 'policy.yaml');
  const write = (next: string | Uint8Array): void => writeFileSync(file, next);
  if (content !== undefined) write(content);
  return {
    file,
    write,
    remove: () => rmSync(file),
    clear: () => rmSync(folder, { recursive: true, force: true }),
  };
};
