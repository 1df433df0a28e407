const { rmSync } = require('node:fs');

/** Ends what `set-up.cjs` began. */
module.exports = async () => {
  await globalThis.sharedPostgres?.stop();
  if (globalThis.memoryFolder) rmSync(globalThis.memoryFolder, { recursive: true, force: true });
};
