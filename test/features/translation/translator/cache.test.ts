import { translationSection } from '../../../../src/features/translation/policy.ts';
import {
  answersMigrations,
  createAnswers,
  pruneAnswers,
} from '../../../../src/features/translation/translator/cache.ts';
import type { AskedText, KnownText } from '../../../../src/features/translation/translator/context.ts';
import { DAY } from '../../../../src/lib/clock.ts';
import { describeStores } from '../../../support/database.ts';
import { createManualClock } from '../../../support/manual-clock.ts';
import { createTestPolicy } from '../../../support/policy.ts';

const asked: AskedText = {
  conversation: 'a:ana',
  text: '<p>the ledger is down</p>',
  textType: 'html',
  to: 'de',
  profanity: 'NoAction',
  allowFallback: true,
  curious: false,
};
const known: KnownText = {
  text: '<p>das Hauptbuch steht still</p>',
  detected: { language: 'en', score: 0.9 },
  words: [[0, 2, 0, 2]],
  custom: false,
};

describeStores((_kind, open) => {
  const setUp = async () => {
    const database = await open(answersMigrations);
    const policy = createTestPolicy('translation:\n  keep: 2 days\n', [translationSection]);
    const clock = createManualClock();
    return { answers: createAnswers({ database, policy, clock }), clock, database };
  };

  it('knows an exact repeat, whatever the order of its fields, and nothing else', async () => {
    const { answers } = await setUp();
    await answers.keep([[asked, known]]);
    const again = Object.fromEntries(Object.entries(asked).reverse()) as unknown as AskedText;
    const others = [
      { ...asked, to: 'fr' },
      { ...asked, from: 'en' },
      { ...asked, text: `${asked.text} ` },
      { ...asked, conversation: '19:others' },
    ];
    expect(await answers.find([again, ...others])).toEqual([known, ...others.map(() => undefined)]);
  });

  it('keeps nothing of the text that was asked for', async () => {
    const { answers, database } = await setUp();
    await answers.keep([[asked, known]]);
    expect(JSON.stringify(await database.db.selectFrom('translation_answers').selectAll().execute())).not.toContain(
      'ledger',
    );
  });

  it('finds thousands at once, some of them twice', async () => {
    const { answers } = await setUp();
    const many = Array.from({ length: 2_500 }, (_, n) => ({ ...asked, text: String(n % 1_300) }));
    await answers.keep(many.map((one) => [one, { ...known, text: one.text }]));
    expect((await answers.find(many)).map((found) => found?.text)).toEqual(many.map(({ text }) => text));
  });

  it('forgets in the time that the policy gives', async () => {
    const { answers, clock, database } = await setUp();
    await answers.keep([[asked, known]]);
    clock.advance(2 * DAY + 1);
    expect(await answers.find([asked])).toEqual([undefined]);
    await pruneAnswers(database.db, clock.now() - 2 * DAY);
    expect(await database.db.selectFrom('translation_answers').select('id').execute()).toEqual([]);
  });
});
