import { translationSection } from '../../../../src/features/translation/policy.ts';
import {
  type CacheKey,
  createResponseCache,
  pruneResponses,
  responseMigrations,
  type SegmentResponse,
} from '../../../../src/features/translation/translator/response-store.ts';
import { DAY } from '../../../../src/lib/clock.ts';
import { describeStores } from '../../../support/database.ts';
import { createManualClock } from '../../../support/manual-clock.ts';
import { createTestPolicy } from '../../../support/policy.ts';

const asked: CacheKey = {
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

  it('knows an exact repeat, whatever the order of its fields, and nothing else', async () => {
    const { cache } = await setUp();
    await cache.save([[asked, known]]);
    const again = Object.fromEntries(Object.entries(asked).reverse()) as unknown as CacheKey;
    const others = [
      { ...asked, to: 'fr' },
      { ...asked, from: 'en' },
      { ...asked, text: `${asked.text} ` },
      { ...asked, conversation: '19:others' },
    ];
    expect(await cache.find([again, ...others])).toEqual([known, ...others.map(() => undefined)]);
  });

  it('finds rows that an earlier release saved: the id of a key stays', async () => {
    const { cache, database } = await setUp();
    await cache.save([[asked, known]]);
    const rows = await database.db.selectFrom('translation_answers').select('id').execute();
    expect(rows).toEqual([{ id: 'GaBLaO6hVyVpV4P_KKh22yThG3GLjdsCYqrDa9c6oak' }]);
  });

  it('keeps nothing of the text that was asked for', async () => {
    const { cache, database } = await setUp();
    await cache.save([[asked, known]]);
    expect(JSON.stringify(await database.db.selectFrom('translation_answers').selectAll().execute())).not.toContain(
      'ledger',
    );
  });

  it('finds thousands at once, some of them twice', async () => {
    const { cache } = await setUp();
    const many = Array.from({ length: 2_500 }, (_, n) => ({ ...asked, text: String(n % 1_300) }));
    await cache.save(many.map((one) => [one, { ...known, text: one.text }]));
    expect((await cache.find(many)).map((found) => found?.text)).toEqual(many.map(({ text }) => text));
  });

  it('forgets in the time that the policy gives', async () => {
    const { cache, clock, database } = await setUp();
    await cache.save([[asked, known]]);
    clock.advance(2 * DAY + 1);
    expect(await cache.find([asked])).toEqual([undefined]);
    await pruneResponses(database.db, clock.now() - 2 * DAY);
    expect(await database.db.selectFrom('translation_answers').select('id').execute()).toEqual([]);
  });
});
