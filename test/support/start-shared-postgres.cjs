const { findPostgres, startPostgres } = require('./postgres.ts');

/**
 * One PostgreSQL for a whole test run: each start of one costs two seconds of a core, and thirty files want one. Whoever
 * runs a few files by name pays only where they ask for it.
 */
module.exports = async ({ testPathPatterns }) => {
  const programs = findPostgres();
  if (testPathPatterns.patterns.length > 0 || process.env.TEST_DATABASE_URL || !programs) return;
  globalThis.sharedPostgres = await startPostgres(programs);
  process.env.TEST_DATABASE_URL = globalThis.sharedPostgres.url('postgres');
};
