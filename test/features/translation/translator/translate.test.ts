import type { TranslationQuery } from '#cloud/operations/translation.ts';
import { toText } from '#features/translation/message/outline.ts';
import type { Meter } from '#features/translation/meter/meter.ts';
import { translate } from '#features/translation/translator/translate.ts';
import { type PretendedWays, pretend } from '../../../support/pretended-translator.ts';
import { asker, createTranslating, orderOf } from '../../../support/translating.ts';

const LEDGER = 'The ledger is down, and nobody in payments can post a booking.';
const BUCH = 'Das Hauptbuch steht, und niemand in der Abteilung kann etwas buchen.';

/** Translates an order. @returns the requests that it made, too */
const asked = async (
  order: Parameters<typeof translate>[0],
  ways: PretendedWays = {},
  terms: Parameters<typeof createTranslating>[1] = [],
) => {
  const questions: TranslationQuery[] = [];
  const bench = createTranslating(async (question) => {
    questions.push(question);
    return pretend(question, ways);
  }, terms);
  const outcome = await translate(order, asker, bench.deps);
  return { ...bench, questions, outcome, texts: outcome.targets.map(({ document }) => toText(document)) };
};

const shout = { say: (text: string) => text.toUpperCase() };

describe('a message', () => {
  it('a message is translated into all its languages in one request', async () => {
    const { questions, texts } = await asked(orderOf(LEDGER, ['fr', 'ja']), shout);
    expect(questions.map(({ to }) => to)).toEqual([['fr', 'ja']]);
    expect(texts).toEqual([LEDGER.toUpperCase(), LEDGER.toUpperCase()]);
  });

  it('a message is not sent for its own language', async () => {
    const { questions, texts } = await asked(orderOf(LEDGER, ['en', 'de']), shout);
    expect(questions.map(({ to }) => to)).toEqual([['de']]);
    expect(texts).toEqual([LEDGER, LEDGER.toUpperCase()]);
  });

  it('a message in two languages is sent paragraph by paragraph', async () => {
    const { questions, texts, outcome } = await asked(orderOf(`${LEDGER}\n${BUCH}`, ['en', 'de']), {
      ...shout,
      detect: (text) => ({ language: text.includes('Hauptbuch') ? 'de' : 'en', score: 0.95 }),
    });
    expect(questions.map(({ to }) => to)).toEqual([['de'], ['en']]);
    expect(texts).toEqual([`${LEDGER}\n${BUCH.toUpperCase()}`, `${LEDGER.toUpperCase()}\n${BUCH}`]);
    expect(outcome.sources).toEqual([
      { language: 'de', blocks: 1, score: 0.95 },
      { language: 'en', blocks: 1, score: 0.95 },
    ]);
  });

  it('a message without words is not sent', async () => {
    const { questions, texts, outcome } = await asked(orderOf('42 🎉 https://example.com/x', ['de']));
    expect({ questions, texts, charged: outcome.charged }).toEqual({
      questions: [],
      texts: ['42 🎉 https://example.com/x'],
      charged: 0,
    });
  });

  it('costs nothing the second time', async () => {
    let calls = 0;
    const { deps } = createTranslating(async (question) => {
      calls += 1;
      return pretend(question, shout);
    });
    await translate(orderOf(LEDGER, ['de']), asker, deps);
    const another = { ...deps, meter: createTranslating(deps.call).deps.meter };
    const { charged } = await translate(orderOf(LEDGER, ['de']), asker, another);
    expect({ calls, charged }).toEqual({ calls: 1, charged: 0 });
  });

  it('a message that the vendor detects in the target language stays as it is', async () => {
    const { texts } = await asked(orderOf('Dobra strana', ['hr']), {
      ...shout,
      detect: () => ({ language: 'hr', score: 0.9 }),
    });
    expect(texts).toEqual(['Dobra strana']);
  });
});

describe('an uncertain language', () => {
  const unsure = { ...shout, detect: () => ({ language: 'nl', score: 0.3 }) };

  it('an uncertain language is marked as uncertain', async () => {
    expect((await asked(orderOf('ok dan', ['de']), unsure)).outcome.doubtful).toBe(true);
  });

  it('an uncertain language is resolved by the language that the person suggested', async () => {
    const { questions, outcome } = await asked(orderOf('ok dan', ['de'], { suggestedFrom: 'af' }), unsure);
    expect(questions.map(({ from, suggestedFrom }) => ({ from, suggestedFrom }))).toEqual([
      { from: undefined, suggestedFrom: 'af' },
      { from: 'af', suggestedFrom: undefined },
    ]);
    expect(outcome).toMatchObject({ doubtful: false, sources: [{ language: 'af', blocks: 1 }] });
  });

  it('an uncertain language is certain if the person names the language', async () => {
    const { questions, outcome } = await asked(orderOf('ok dan', ['de'], { from: 'nl' }), unsure);
    expect(questions.map(({ from }) => from)).toEqual(['nl']);
    expect(outcome.doubtful).toBe(false);
  });

  it('an uncertain language of a word or two does not count beside much that is certain', async () => {
    const ways = { detect: (text: string) => ({ language: 'en', score: text.includes('Hm') ? 0.2 : 0.9 }) };
    expect((await asked(orderOf(`${LEDGER}\nHm`, ['de']), ways)).outcome.doubtful).toBe(false);
  });
});

describe('terms', () => {
  const term = { phrase: 'ledger', translation: 'Hauptbuch', to: 'de' };

  it('name the certain source language, and need a request apart from the other targets', async () => {
    const { questions, texts } = await asked(orderOf(LEDGER, ['de', 'fr', 'ja']), shout, [term]);
    expect(questions.map(({ from, to }) => [from, to])).toEqual([
      ['en', ['de']],
      [undefined, ['fr', 'ja']],
    ]);
    expect(questions[0]?.texts[0]).toContainEqual({ phrase: 'ledger', translation: 'Hauptbuch' });
    expect(texts[1]).toBe(LEDGER.toUpperCase());
  });

  it('terms in a text that is too short are sent after the vendor has detected its language', async () => {
    const { questions } = await asked(orderOf('ledger ok', ['de', 'fr']), shout, [term]);
    expect(questions.map(({ from, to }) => [from, to])).toEqual([
      [undefined, ['de']],
      ['en', ['de']],
      [undefined, ['fr']],
    ]);
  });

  it('terms of another language are not used', async () => {
    const { questions } = await asked(orderOf(LEDGER, ['de']), shout, [{ ...term, from: 'pt' }]);
    expect(questions.map(({ texts }) => texts.flat().every((part) => typeof part === 'string'))).toEqual([true]);
  });
});

describe('word alignment', () => {
  it('words and sentences are aligned in plain text', async () => {
    const { deps } = createTranslating(async (question) => {
      const answer = pretend(question, shout);
      expect(question).toMatchObject({ textType: 'plain', includeAlignment: true, includeSentenceLength: true });
      const more = {
        alignment: [{ source: { start: 0, end: 2 }, target: { start: 0, end: 2 } }],
        sentLen: { srcSentLen: [LEDGER.length], transSentLen: [LEDGER.length] },
      };
      return {
        ...answer,
        results: answer.results.map((result) => ({
          ...result,
          translations: result.translations.map((translation) => ({ ...translation, ...more })),
        })),
      };
    });
    const { targets } = await translate(orderOf(LEDGER, ['de'], { alignment: true }), asker, deps);
    expect(targets[0]?.aligned).toEqual([
      {
        source: LEDGER,
        target: LEDGER.toUpperCase(),
        words: [[0, 2, 0, 2]],
        sourceSentences: [LEDGER.length],
        targetSentences: [LEDGER.length],
      },
    ]);
  });

  it('a text that plain text cannot protect is sent as HTML', async () => {
    const order = {
      ...orderOf('', ['de'], { alignment: true }),
      message: { kind: 'html', content: `<p><b>${LEDGER}</b></p>` },
    };
    const { questions } = await asked(order as Parameters<typeof translate>[0], shout);
    expect(questions.map(({ textType }) => textType)).toEqual(['html']);
  });
});

it('a target with another script has a request of its own', async () => {
  const to = [{ language: 'ja', script: 'Latn' }, { language: 'de' }];
  const { questions } = await asked({ ...orderOf(LEDGER, []), to });
  expect(questions.map(({ to: targets, toScript }) => [targets, toScript])).toEqual([
    [['ja'], ['Latn']],
    [['de'], undefined],
  ]);
});

it('charges add up over all runs, and saved characters count only if no run was charged', async () => {
  const run = async (others: Partial<Meter> = {}) => {
    const saved: number[] = [];
    const meter = { ...bench.deps.meter, ...others, saved: async (characters: number) => void saved.push(characters) };
    const { charged } = await translate(orderOf(LEDGER, ['de']), asker, { ...bench.deps, meter });
    return { charged, saved };
  };
  const bench = createTranslating(async (question) => pretend(question, shout));
  const { charged } = await run();
  expect(charged).toBeGreaterThan(LEDGER.length);
  expect(await run()).toEqual({ charged, saved: [] });
  expect(await run({ charged: async () => 0 })).toEqual({ charged: 0, saved: [charged] });
});

it('a lost try is charged too', async () => {
  const bench = createTranslating(async (question, { beforeTry }) => {
    await beforeTry?.(1, false);
    await beforeTry?.(2, true);
    return pretend(question, shout);
  });
  const { charged } = await translate(orderOf(LEDGER, ['de']), asker, bench.deps);
  expect(charged).toBe(2 * (bench.meter[0]?.reserved ?? 0));
});

it('a text without a plain form is sent once, with and without word alignment', async () => {
  let calls = 0;
  const bench = createTranslating(async (question) => {
    calls += 1;
    return pretend(question, shout);
  });
  const message = { kind: 'html', content: `<p><b>${LEDGER}</b></p>` } as const;
  for (const alignment of [false, true])
    await translate(orderOf('', ['de'], { message, alignment }), asker, bench.deps);
  expect(calls).toBe(1);
});

it('the cache of one conversation does not serve another', async () => {
  let calls = 0;
  const bench = createTranslating(async (question) => {
    calls += 1;
    return pretend(question, shout);
  });
  for (const conversationId of ['one', 'other', 'one'])
    await translate(orderOf(LEDGER, ['de']), { ...asker, conversationId }, bench.deps);
  expect(calls).toBe(2);
});

it('too many texts are refused before the cache is read', async () => {
  const find = jest.fn();
  const bench = createTranslating(async (question) => pretend(question), [], { cache: { find, save: find } });
  const order = orderOf('a\n'.repeat(2_000), 'de,fr,es,it,pt,nl,sv,da,nb,fi,ja'.split(','));
  const deps = { ...bench.deps, mostTexts: 20_000 };
  await expect(translate(order, asker, deps)).rejects.toMatchObject({ code: 'Translation.TooMany' });
  expect(find).not.toHaveBeenCalled();
});

it('progress never goes back when a block is sent twice', async () => {
  const { progress } = await asked(orderOf(LEDGER, ['de'], { suggestedFrom: 'da' }), {
    ...shout,
    detect: () => ({ language: 'nb', score: 0.1 }),
  });
  expect(progress).toEqual(progress.toSorted(([a], [b]) => a - b));
  expect(progress).toEqual(progress.toSorted(([, a], [, b]) => a - b));
});
