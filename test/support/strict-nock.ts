import nock from 'nock';

/** For a test file: no request leaves the machine, an unexpected one fails its test, and so does an expected one that never came. */
export const strictNock = (): void => {
  const unexpected: string[] = [];
  const note = (request: { method?: string; path?: string; options?: { method?: string; path?: string } }): void => {
    const { method, path } = request.options ?? request;
    unexpected.push(`${method} ${path}`);
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
    nock.restore();
  });
};
