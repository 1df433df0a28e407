import fc from 'fast-check';

fc.configureGlobal({ seed: 7 });

/** The generators of properties, with the same cases in each run of the tests. A failing case is printed as small as it gets. */
export { fc };
