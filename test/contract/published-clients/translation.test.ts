import createTextTranslationClient, { isUnexpected, type TextTranslationClient } from '@azure-rest/ai-translation-text';
import { startWired, type Wired } from './wire.ts';

/** Translate and errors: of the translator the documents have nothing else, so there are no lists and nothing to poll. */
describe.each(['Vendor', 'Microsoft'] as const)('ai-translation-text in the namespace %s', (namespace) => {
  let wired: Wired;
  let client: TextTranslationClient;

  beforeAll(async () => {
    wired = await startWired(namespace);
    const { endpoint, ...options } = wired.options;
    const credential = { key: wired.info.translatorKey, region: 'westeurope' };
    client = createTextTranslationClient(endpoint, credential, options);
  });
  afterAll(() => wired.sandbox.stop());

  const translate = (to: string, more: Readonly<Record<string, unknown>> = {}) =>
    client.path('/translate').post({ body: [{ text: 'Good morning' }], queryParameters: { to, ...more } });

  it('translates, and says which language was detected', async () => {
    const answer = await translate('de,fr', { includeSentenceLength: true });
    if (isUnexpected(answer)) throw new Error(answer.body.error.message);
    const [item] = answer.body;
    expect(item?.detectedLanguage?.language).toBe('en');
    expect(item?.translations.map(({ to }) => to)).toEqual(['de', 'fr']);
    expect(Number(answer.headers['x-metered-usage'])).toBe(24);
  });

  it('reads code and message of a refusal', async () => {
    const answer = await translate('xx');
    expect(isUnexpected(answer) && [answer.status, answer.body.error.code]).toEqual(['400', 400036]);
  });

  it('waits as a throttled answer says, then translates', async () => {
    wired.sandbox.faults.set({ kind: 'throttle', count: 1, retryAfter: 0 });
    expect((await translate('de')).status).toBe('200');
  });

  it('reads the refusal of an unknown key', async () => {
    const { endpoint, ...options } = wired.options;
    const stranger = createTextTranslationClient(endpoint, { key: 'none', region: 'westeurope' }, options);
    const answer = await stranger.path('/translate').post({ body: [{ text: 'Hi' }], queryParameters: { to: 'de' } });
    expect(isUnexpected(answer) && [answer.status, answer.body.error.code]).toEqual(['401', 401000]);
  });
});
