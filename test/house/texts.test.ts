import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { IntlMessageFormat } from 'intl-messageformat';
import { helpKey } from '#features/help/topics.ts';
import { features } from '#features/index.ts';
import { hardCodedIn, hardCodedInTemplate } from './hard-coded-texts.ts';
import { messagesOf, placeholdersOf, sampleValues } from './messages.ts';
import { filesBelow, literal, parseSource, ROOT, readSources, type Source, walk } from './source.ts';
import { type TextUse, textUses } from './text-uses.ts';

const english = messagesOf('en');
const areas = filesBelow('src/platform/texts/en', '.json').map((file) => basename(file, '.json'));
const sources = readSources().filter(({ file }) => !/^src\/teams\/app-package\//.test(file));

/** Each word that a file has as a value. */
const wordsIn = ({ tree }: Source): ReadonlySet<string> =>
  new Set(
    [...walk(tree)].flatMap(({ node, above }) => (above.at(-1)?.type === 'TsLiteralType' ? [] : (literal(node) ?? []))),
  );

/** The English keys that a use can come to: its own, or those that have these words where the template has gaps. */
const keysOf = ({ key }: TextUse, words: ReadonlySet<string>): string[] => {
  if (!key.includes('${}')) return [key];
  const form = new RegExp(`^${key.replaceAll('.', '\\.').replaceAll('${}', '(.+)')}$`);
  const isWritten = (gap: string): boolean => words.has(gap) || gap.split(/\W/).every((word) => words.has(word));
  return [...english.keys()].filter((known) => form.exec(known)?.slice(1).every(isWritten));
};

describe('keys', () => {
  it('every text is used somewhere', () => {
    const words = new Set(sources.flatMap(({ text }) => text.match(/\w+/g) ?? []));
    const used = new Set(sources.flatMap((source) => textUses(source, areas)).flatMap((use) => keysOf(use, words)));
    expect([...english.keys()].filter((key) => !used.has(key))).toEqual([]);
  });

  it('every command has a sentence for help', () => {
    const commands = features.flatMap(({ commands: list = [] }) => list);
    expect(commands.filter((command) => helpKey(command) === 'cards.unknownText')).toEqual([]);
  });

  it('every value that a text shows is handed over with it', () => {
    const lacking = sources.flatMap((source) => {
      const words = wordsIn(source);
      return textUses(source, areas).flatMap((use) =>
        keysOf(use, words).flatMap((key) =>
          placeholdersOf(english.get(key) ?? '')
            .filter((name) => use.values && !use.values.includes(name))
            .map((name) => `${use.file}: ${key} wants {${name}}`),
        ),
      );
    });
    expect(lacking).toEqual([]);
  });
});

describe('the reader of the code', () => {
  it.each([
    ['a call', `words.plain('bot.a.b', { who, at: now });`, 'bot.a.b', ['who', 'at']],
    ['a call without values', `textAnswer('bot.a');`, 'bot.a', []],
    ['a choice', `words.markdown(known ? 'bot.a' : other, { who });`, 'bot.a', ['who']],
    ['an error', `fail({ text: 'bot.a', values: { code } });`, 'bot.a', ['code']],
    ['a key put together', 'words.plain(`bot.${name}.b`, values);', 'bot.${}.b', undefined],
  ])('sees a key and its values in %s', (_where, code, key, values) => {
    expect(textUses(parseSource('x.ts', code), areas)).toEqual([{ file: 'x.ts', key, values }]);
  });
});

describe('messages', () => {
  const languages = readdirSync(join(ROOT, 'src/platform/texts'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
  const all = languages.flatMap((language) =>
    [...messagesOf(language)].map(([key, message]) => [language, key, message] as const),
  );

  it('every text can be said', () => {
    const unsaid = all.filter(([language, , message]) => {
      const said = String(new IntlMessageFormat(message, language).format(sampleValues(message)));
      return said.trim() === '' || /[{}]|undefined/.test(said);
    });
    expect(unsaid).toEqual([]);
  });

  it('no language has a text that English lacks, or a value that English does not show', () => {
    const odd = all.filter(([, key, message]) => {
      const known = english.get(key);
      const shown = placeholdersOf(known ?? '');
      return known === undefined || placeholdersOf(message).some((name) => !shown.includes(name));
    });
    expect(odd).toEqual([]);
  });
});

describe('sentences for people', () => {
  it('sentences for people stand in no code of bot, engine and features', () => {
    const spoken = sources.filter(({ file }) => /^src\/(bot|engine|features)\//.test(file));
    expect(spoken.flatMap(hardCodedIn)).toEqual([]);
  });

  it('sentences for people stand in no card template', () => {
    const files = filesBelow('cards', '.json');
    expect(files.length).toBeGreaterThan(5);
    const read = (file: string): unknown => JSON.parse(readFileSync(join(ROOT, file), 'utf8'));
    expect(files.flatMap((file) => hardCodedInTemplate(file, read(file)))).toEqual([]);
  });

  it.each([
    ['in a call', `reply('Your role is ready.');`],
    ['in a template', 'const text = `Approved by ${who} today`;'],
    ['on a button', `const button = { title: 'Press here' };`],
    ['as a default', `const text = said ?? 'nothing to say';`],
  ])('%s are named', (_where, code) => {
    expect(hardCodedIn(parseSource('src/bot/x.ts', code))).toHaveLength(1);
  });

  it('are named in a template where a person would read them', () => {
    const card = {
      body: [
        { type: 'TextBlock', text: 'By ${name}' },
        { type: 'Input.Text', label: '${label}' },
      ],
    };
    expect(hardCodedInTemplate('cards/x.json', card)).toEqual(['cards/x.json: By ${name}']);
  });
});
