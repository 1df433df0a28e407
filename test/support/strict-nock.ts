import nock from 'nock';

// Nock patches every socket of the worker, also for the files after this one: whoever gets it gets it here.
if (!nock.isActive()) nock.activate();
afterAll(() => nock.restore());

export { nock };

/**
 * For a test file or a describe: no request leaves the machine, an unexpected one fails its test, and so does an
 * expected one that never came.
 */
export const strictNock = (): void => {
  const unexpected: string[] = [];
  const note = (request: { method?: string; url?: string }): void => {
    unexpected.push(`${request.method} ${request.url}`);
  };
  beforeAll(() => {
    nock.disableNetConnect();
    nock.emitter.on('no match', note);
  });
  beforeEach(() => {
    unexpected.length = 0;
  });
  afterEach(() => {
    const unused = nock.pendingMocks();
    nock.cleanAll();
    expect({ unexpected, unused }).toEqual({ unexpected: [], unused: [] });
  });
  afterAll(() => {
    nock.emitter.off('no match', note);
    nock.enableNetConnect();
  });
};
