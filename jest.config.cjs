const { availableParallelism } = require('node:os');
const { buildArgv } = require('jest');
const { tierLeavesOut } = require('./test/tiers.ts');

/** Files and folders of the command line are run whatever their tier. */
const leftOut = async () => {
  const { _: named } = await buildArgv();
  return named.length > 0 ? [] : tierLeavesOut(process.env.TEST_TIER);
};

/** Tests run the TypeScript as it stands, transformed to CommonJS by swc; packages come from Node as they are. */
module.exports = async () => ({
  testEnvironment: '<rootDir>/test/support/jest/environment.cjs',
  runtime: '<rootDir>/test/support/jest/runtime.cjs',
  testMatch: ['<rootDir>/{test,sandbox,proof}/**/*.test.ts'],
  testPathIgnorePatterns: ['/node_modules/', ...(await leftOut())],
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        jsc: { target: 'es2024', parser: { syntax: 'typescript' } },
        module: { type: 'commonjs' },
      },
    ],
  },
  // Its package names no entry for CommonJS.
  moduleNameMapper: {
    '^#(.*)$': '<rootDir>/src/$1',
    '^eld/(\\w+)$': '<rootDir>/node_modules/eld/src/entries/static.$1.js',
  },
  testSequencer: '<rootDir>/test/support/jest/sequencer.cjs',
  reporters: ['default', '<rootDir>/test/support/jest/stories-ran.cjs'],
  globalSetup: '<rootDir>/test/support/jest/set-up.cjs',
  globalTeardown: '<rootDir>/test/support/jest/tear-down.cjs',
  // A guard against what never ends, and no measure: tests wait for signs, also on a machine that is many times slower.
  testTimeout: 120_000,
  // Workers with nothing left to do end at once (`runtime.cjs`). Timers and kept connections of the last test may take some
  // seconds more; one that takes so long holds something open.
  workerGracefulExitTimeout: 20_000,
  // Tests wait more than they reckon: with one worker to a core both cores stand still for a third of the time. Jest takes
  // a share above '100%' for so many workers.
  maxWorkers: Math.ceil(availableParallelism() * 1.5),
});
