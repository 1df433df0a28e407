const { default: Sequencer } = require('@jest/test-sequencer');

/** Three lines each, and minutes long: jest would take them for short and run them last, with a worker that waits for them. */
const LONG = /\/proof\/proofs-\d\.test\.ts$/;

/** Jest's order, but for the long ones, which come first. */
module.exports = class LongestFirst extends Sequencer {
  async sort(tests) {
    const sorted = await super.sort(tests);
    return [...sorted.filter(({ path }) => LONG.test(path)), ...sorted.filter(({ path }) => !LONG.test(path))];
  }
};
