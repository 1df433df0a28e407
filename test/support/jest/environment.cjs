const { LegacyFakeTimers, ModernFakeTimers } = require('@jest/fake-timers');
const { ModuleMocker } = require('jest-mock');

/** The listeners of a process as Node keeps them, and their count. */
const isListeners = (name) => String(name).startsWith('_events');

/** As it was before the test file: what the file added or changed on an object goes, what it took away comes back. */
const keeperOf = (object) => {
  const before = Object.getOwnPropertyDescriptors(object);
  return () => {
    for (const key of Reflect.ownKeys(object)) if (!Object.hasOwn(before, key)) Reflect.deleteProperty(object, key);
    for (const key of Reflect.ownKeys(before).filter((name) => !isListeners(name))) {
      const now = Object.getOwnPropertyDescriptor(object, key);
      const { value, get, set, configurable } = before[key];
      const same = now && Object.is(now.value, value) && now.get === get && now.set === set;
      if (!same && (configurable || now?.writable)) Object.defineProperty(object, key, before[key]);
    }
  };
};

/**
 * Jest's environment for tests whose packages are loaded once a worker (`runtime.cjs`): the test files of a worker share
 * its realm, one after the other, and each finds the globals, `process` and its environment as the one before found them.
 */
module.exports = class SharedRealm {
  constructor({ projectConfig: config }) {
    this.global = globalThis;
    this.restore = [globalThis, process, process.env].map(keeperOf);
    this.moduleMocker = new ModuleMocker(globalThis);
    const timerConfig = { idToRef: (id) => id, refToId: (ref) => ref };
    this.fakeTimers = new LegacyFakeTimers({
      config,
      global: globalThis,
      moduleMocker: this.moduleMocker,
      timerConfig,
    });
    this.fakeTimersModern = new ModernFakeTimers({ config, global: globalThis });
  }

  async setup() {}

  async teardown() {
    this.fakeTimers.dispose();
    this.fakeTimersModern.dispose();
    for (const restore of this.restore) restore();
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }

  getVmContext() {
    return null;
  }
};
