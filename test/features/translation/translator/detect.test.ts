import { sameLanguage, scriptOf } from '#features/translation/languages/names.ts';
import { guessLanguage } from '#features/translation/translator/evidence.ts';
import cases from '../../../fixtures/translation/translator/detect.json' with { type: 'json' };

describe('the language that a text seems to be in', () => {
  it.each([
    ['en', 'Can somebody look at the ledger before noon?'],
    ['de', 'Kann jemand vor dem Mittag nach dem Hauptbuch sehen?'],
    ['ja', '帳簿が十時から止まっていて、誰も記帳できません。'],
  ])('the language that a text seems to be in is %s for sure', async (language, text) => {
    expect(await guessLanguage(text)).toEqual({ language, sure: true });
  });

  it.each(['ok', 'Kubernetes pod restart', 'Bravo Zanzibar', 'Selamat pagi semua, sistem sudah kembali'])(
    'the language that a text seems to be in is not sure of “%s”',
    async (text) => {
      expect((await guessLanguage(text))?.sure ?? false).toBe(false);
    },
  );

  it('the language that a text seems to be in is undefined for numbers', async () => {
    expect(await guessLanguage('12 345')).toBeUndefined();
  });
});

describe('two codes', () => {
  it.each(cases.pairs)('$one and $other: $same', ({ one, other, same }) => {
    expect(sameLanguage(one, other)).toBe(same);
  });

  it('have their usual script', () => {
    expect(['ja', 'sr', 'de', '!'].map(scriptOf)).toEqual(['Jpan', 'Cyrl', 'Latn', undefined]);
  });
});
