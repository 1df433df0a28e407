/** Ends what `start-shared-postgres.cjs` began. */
module.exports = () => globalThis.sharedPostgres?.stop();
