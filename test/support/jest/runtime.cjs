const { join, relative, sep } = require('node:path');
const { compileFunction } = require('node:vm');
const { default: Runtime } = require('jest-runtime');

const PACKAGES = `${sep}node_modules${sep}`;

const ROOT = join(__dirname, '..', '..', '..');

/** Modules without a state that one test file could leave to the next; the chat page has one. */
const SHARED = /^(src|sandbox\/(cloud|teams(?!\/page)))\/.*\.ts$|^sandbox\/[^/]+\.ts$/;

/**
 * A worker with nothing left to do ends at once. By itself Node would first take its heap of some hundred megabytes apart, which
 * takes so long that jest kills it and says that a test leaks. A worker that does leak never gets here.
 */
if (process.send) process.once('beforeExit', () => process.exit());

/** By the file's name. */
const functions = new Map();

/** A module as a function of its `require`, `exports` and so on: the same for each test file, so it is compiled once a worker. */
const compiledOnce = (source, filename, parameters) => {
  const known = functions.get(filename);
  if (known?.source === source) return known.compiled;
  const compiled = compileFunction(source, parameters, { filename });
  functions.set(filename, { source, compiled });
  return compiled;
};

/**
 * Jest's runtime, but for packages, the product and its sandbox: Node itself loads each module once a worker, where jest would
 * evaluate all of them anew for each of five hundred test files. Only what tests is evaluated for each.
 */
module.exports = class SharedModules extends Runtime {
  constructor(...args) {
    super(...args);
    const { injectedModuleParameters } = this.executor;
    this.executor.compile = (source, filename) => compiledOnce(source, filename, injectedModuleParameters);
  }

  requireModule(from, name, options, isActual) {
    if (name && !options?.isInternalModule && !this._resolution.isCoreModule(name)) {
      const path = this._resolution.resolveCjs(from, name);
      if (path.includes(PACKAGES) || SHARED.test(relative(ROOT, path))) return require(path);
    }
    return super.requireModule(from, name, options, isActual);
  }

  /** The process is the worker's own here. */
  installGetBuiltinModule() {}
};
