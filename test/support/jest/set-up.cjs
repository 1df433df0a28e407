const { mkdtempSync, readdirSync, rmSync, statfsSync } = require('node:fs');
const { join } = require('node:path');
const { compiled } = require('../compiled.ts');
const { findPostgres, startPostgres } = require('../postgres.ts');

/** What a whole run shares, told to jest's workers by their environment. `tear-down.cjs` ends it. */
module.exports = async ({ testPathPatterns }) => {
  Object.assign(process.env, compiled);
  const isWhole = testPathPatterns.patterns.length === 0;
  const isFast = isWhole && (process.env.TEST_TIER ?? 'fast') === 'fast';
  if (isFast) Object.assign(process.env, { TEST_CASES: 'few', TEST_STORES: 'sqlite' });
  else if (isWhole) await sharePostgres();
  keepFilesInMemory();
};

/**
 * One PostgreSQL for a whole test run: each start of one costs two seconds of a core, and thirty files want one. Whoever
 * runs a few files by name pays only where they ask for it.
 */
const sharePostgres = async () => {
  const programs = findPostgres();
  if (process.env.TEST_DATABASE_URL || !programs) return;
  globalThis.sharedPostgres = await startPostgres(programs);
  process.env.TEST_DATABASE_URL = globalThis.sharedPostgres.url('postgres');
};

const MEMORY = '/dev/shm';

const ENOUGH = 2 ** 30;

/** Every commit waits for the disk, which tests do not prove: temporary files lie in memory, where there is plenty. */
const keepFilesInMemory = () => {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    if (bavail * bsize < ENOUGH) return;
    for (const folder of readdirSync(MEMORY).filter(isLeft)) rmSync(join(MEMORY, folder), { recursive: true });
    globalThis.memoryFolder = mkdtempSync(join(MEMORY, `steward-run-${process.pid}-`));
    process.env.TMPDIR = globalThis.memoryFolder;
  } catch {
    // No such place, or not for us: the disk will do.
  }
};

/** Of a run that was killed. */
const isLeft = (folder) => {
  const [, pid] = /^steward-run-(\d+)-/.exec(folder) ?? [];
  if (!pid) return false;
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    return error.code === 'ESRCH';
  }
};
