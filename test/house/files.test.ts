import { fileFaults } from './file-rules.ts';
import { parseSource, readSources } from './source.ts';

it('every file of src keeps the style of the house', () => {
  const sources = readSources();
  expect(sources.length).toBeGreaterThan(200);
  expect(sources.flatMap(fileFaults)).toEqual([]);
});

it('so does every file of test', () => {
  const sources = readSources('test').filter(({ file }) => !file.startsWith('test/output/'));
  expect(sources.length).toBeGreaterThan(300);
  expect(sources.flatMap(fileFaults)).toEqual([]);
});

it.each([
  ['too many lines', 'src/lib/x.ts', 'export const a = 1;\n'.repeat(301), 'more than 300 lines'],
  ['a name in camel case', 'src/lib/myFile.ts', 'export const a = 1;', 'a name that is not kebab-case'],
  ['a name with an underscore', 'src/lib/my_file.ts', 'export const a = 1;', 'a name that is not kebab-case'],
  ['a default export', 'src/lib/x.ts', 'export default 1;', 'a default export'],
  ['a default class', 'src/lib/x.ts', 'export default class A {}', 'a default export'],
  ['a renamed default', 'src/lib/x.ts', 'const a = 1; export { a as default };', 'a default export'],
  ['a passed on default', 'src/lib/x.ts', "export { default } from './y.ts';", 'a default export'],
  ['an enum', 'src/lib/x.ts', 'enum A { B }', 'an enum'],
  ['a const enum', 'src/lib/x.ts', 'export const enum A { B }', 'an enum'],
  ['any', 'src/lib/x.ts', 'export const a = (b: any): void => b();', 'any'],
  ['any deep inside', 'src/lib/x.ts', 'export type A = Promise<Record<string, any[]>>;', 'any'],
  ['a parameter property', 'src/lib/x.ts', 'class A { constructor(readonly a: string) {} }', 'a parameter property'],
  ['a namespace', 'src/lib/x.ts', 'export namespace A { export const b = 1; }', 'a namespace'],
  ['nock by itself', 'test/api/x.ts', `import nock from 'nock';`, 'nock, but not by test/support/strict-nock.ts'],
  ['a silenced line', 'src/lib/x.ts', `// @ts-${'ignore'}\nexport const a = 1;`, 'a silenced type error'],
  ['a silenced error', 'src/lib/x.ts', `// @ts-${'expect-error'}\nexport const a = 1;`, 'a silenced type error'],
])('%s is named', (_what, file, text, fault) => {
  expect(fileFaults(parseSource(file, text))).toEqual([expect.stringContaining(`${file}: ${fault}`)]);
});

it('the word any in a sentence, an object key or a longer type is nobody’s fault', () => {
  const text = `/** Takes any text. */\nexport const a = { any: 'any' }; declare module 'x' { interface B { c: unknown } }`;
  expect(fileFaults(parseSource('src/lib/x.ts', text))).toEqual([]);
});
