import nock from 'nock';

/**
 * For a test file: no request leaves the machine, an unexpected one fails its test, and so does an expected one that
 * never came. nock's patches outlive the file within one worker, so they are taken back at its end.
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
    nock.restore();
  });
};
