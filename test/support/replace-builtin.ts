// Jest's own `node:module` does nothing there.
const { syncBuiltinESMExports } = process.getBuiltinModule('node:module');

/** Node's own modules are objects, whose functions can be replaced. */
type Functions = Readonly<Record<string, unknown>>;

/**
 * Puts a mock in the place of a function of one of Node's own modules, also for those who import it by its name, until the test ends.
 * @param module its default export
 * @param by what it does instead; by default the same as before
 */
export const replaceBuiltin = (module: object, name: string, by?: (...args: never[]) => unknown): jest.SpyInstance => {
  const mock = jest.spyOn(module as Functions & Record<string, (...args: unknown[]) => unknown>, name);
  if (by) mock.mockImplementation(by as () => unknown);
  syncBuiltinESMExports();
  return mock;
};

/** Once in each file that replaces something. */
export const restoreBuiltins = (): void => {
  afterEach(() => {
    jest.restoreAllMocks();
    syncBuiltinESMExports();
  });
};
