const { dirname, join, resolve, sep } = require('node:path');
const { compileFunction } = require('node:vm');
const { default: Runtime } = require('jest-runtime');

const PACKAGES = `${sep}node_modules${sep}`;

const PRODUCT = join(__dirname, '..', '..', '..', 'src') + sep;

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
 * Jest's runtime, but for packages: Node itself loads each once a worker, where jest would evaluate all of botbuilder
 * anew for each of five hundred test files. Our own code is still evaluated anew for each.
 */
module.exports = class SharedPackages extends Runtime {
  constructor(...args) {
    super(...args);
    const { injectedModuleParameters } = this.executor;
    this.executor.compile = (source, filename) => compiledOnce(source, filename, injectedModuleParameters);
  }

  requireModule(from, name, options, isActual) {
    if (name && !options?.isInternalModule && !name.startsWith('.') && !this._resolution.isCoreModule(name)) {
      const path = this._resolution.resolveCjs(from, name);
      if (path.includes(PACKAGES)) return require(path);
    }
    if (name?.startsWith('.') && !options?.isInternalModule) {
      const path = resolve(dirname(from), name);
      if (path.startsWith(PRODUCT)) return require(path);
    }
    return super.requireModule(from, name, options, isActual);
  }

  /** The process is the worker's own here. */
  installGetBuiltinModule() {}
};
