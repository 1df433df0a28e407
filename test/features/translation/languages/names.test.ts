import { codeOf, findLanguages, languageCodes, scriptOf } from '#features/translation/languages/names.ts';
import cases from '../../../fixtures/translation/languages/names.json' with { type: 'json' };

it.each(cases.locales)('the locale $locale is the language $code', ({ locale, code }) => {
  expect(codeOf(locale, 'en')).toBe(code);
});

it.each(['to-do', 'so-so', 'as-is', 'no-one', 'it-is', 'e-mail', 'co-op', 're-do', 'de-facto', 'xx-YY', 'TCP-IP'])(
  '“%s” is no language',
  (word) => expect(codeOf(word, 'en')).toBeUndefined(),
);

it('locales stand in a list of languages', () => {
  expect(findLanguages('zh-TW, pt_BR and German', 'en')).toEqual({ codes: ['zh-Hant', 'pt', 'de'], unknown: [] });
});

it('each language is known by its code with every region, in three spellings', () => {
  const regions = ['US', 'DE', 'TW', 'BR', 'IN', 'RS', '419'];
  const wrong = languageCodes
    .filter((code) => /^[a-z]{2,3}$/.test(code))
    .flatMap((code) => regions.flatMap((region) => [`${code}-${region}`, `${code}_${region}`]))
    .filter((locale) => {
      const found = codeOf(locale, 'en') ?? '';
      const language = new Intl.Locale(locale.replace('_', '-')).language;
      return new Intl.Locale(found || 'und').language !== language || scriptOf(found) === undefined;
    });
  expect(wrong).toEqual([]);
});
