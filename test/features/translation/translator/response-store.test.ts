import { translationSection } from '#features/translation/policy.ts';
import {
  type CacheKey,
  createResponseCache,
  pruneResponses,
  responseMigrations,
  type SegmentResponse,
} from '#features/translation/translator/response-store.ts';
import { DAY } from '#platform/lib/clock.ts';
import { describeStores } from '../../../support/database.ts';
import { createManualClock } from '../../../support/manual-clock.ts';
import { createTestPolicy } from '../../../support/policy.ts';

const request: CacheKey = {
  conversation: 'a:ana',
  text: '<p>the ledger is down</p>',
  textType: 'html',
  to: 'de',
  profanity: 'NoAction',
  allowFallback: true,
  alignment: false,
};
const known: SegmentResponse = {
  text: '<p>das Hauptbuch steht still</p>',
  detected: { language: 'en', score: 0.9 },
  words: [[0, 2, 0, 2]],
  custom: false,
};

describeStores((_kind, open) => {
  const setUp = async () => {
    const database = await open(responseMigrations);
    const policy = createTestPolicy('translation:\n  keep: 2 days\n', [translationSection]);
    const clock = createManualClock();
    return { cache: createResponseCache({ database, policy, clock }), clock, database };
  };

  it('finds an exact repeat, in any order of fields, and nothing else', async () => {
    const { cache } = await setUp();
    await cache.save([[request, known]]);
    const again = Object.fromEntries(Object.entries(request).reverse()) as unknown as CacheKey;
    const others = [
      { ...request, to: 'fr' },
      { ...request, from: 'en' },
      { ...request, text: `${request.text} ` },
      { ...request, conversation: '19:others' },
    ];
    expect(await cache.find([again, ...others])).toEqual([known, ...others.map(() => undefined)]);
  });

  it('finds rows that an earlier release saved: the id of a key stays', async () => {
    const { cache, database } = await setUp();
    await cache.save([[request, known]]);
    const rows = await database.db.selectFrom('translation_answers').select('id').execute();
    expect(rows).toEqual([{ id: 'GaBLaO6hVyVpV4P_KKh22yThG3GLjdsCYqrDa9c6oak' }]);
  });

  it('stores nothing of the original text', async () => {
    const { cache, database } = await setUp();
    await cache.save([[request, known]]);
    expect(JSON.stringify(await database.db.selectFrom('translation_answers').selectAll().execute())).not.toContain(
      'ledger',
    );
  });

  it('finds thousands of responses at once, some of them twice', async () => {
    const { cache } = await setUp();
    const many = Array.from({ length: 2_500 }, (_, n) => ({ ...request, text: String(n % 1_300) }));
    await cache.save(many.map((one) => [one, { ...known, text: one.text }]));
    expect((await cache.find(many)).map((found) => found?.text)).toEqual(many.map(({ text }) => text));
  });

  it('forgets responses after the retention time of the policy', async () => {
    const { cache, clock, database } = await setUp();
    await cache.save([[request, known]]);
    clock.advance(2 * DAY + 1);
    expect(await cache.find([request])).toEqual([undefined]);
    await pruneResponses(database.db, clock.now() - 2 * DAY);
    expect(await database.db.selectFrom('translation_answers').select('id').execute()).toEqual([]);
  });
});
