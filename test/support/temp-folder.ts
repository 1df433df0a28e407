import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A new empty folder for each test of the file, gone after it. */
export const folderPerTest = (): (() => string) => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'steward-folder-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  return () => folder;
};
