import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { compileTemplate, expandByLibrary, readTemplate } from '../../src/cards/define-card.ts';
import { clean } from '../../src/lib/text.ts';
import { cardSamples } from '../support/card-samples.ts';
import { hostileText } from '../support/markdown.ts';
import { hostileView } from './hostile-view.ts';

const samples = cardSamples.map((sample) => [sample.name, sample] as const);

describe.each(samples)('%s', (_name, { file, schema, view }) => {
  const template = readTemplate(file);

  it('is drawn as the templating library draws it', () => {
    const seen = schema.parse(view);
    expect(compileTemplate(template)?.(seen)).toStrictEqual(expandByLibrary(template)(seen));
  });

  it('is drawn the same with hostile words', () => {
    const compiled = compileTemplate(template);
    const library = expandByLibrary(template);
    const views = Array.from({ length: 5 }, (_, round) => {
      let seed = round * 1_000;
      return schema.parse(
        hostileView(schema, view, () => {
          seed += 1;
          return clean(`${hostileText(seed)} \${title}`, 120);
        }),
      );
    });
    expect(views.map((seen) => compiled?.(seen))).toStrictEqual(views.map(library));
  });
});

it.each([
  ['a text with a value inside', { text: 'Hello ${name}' }],
  ['a path', { text: '${who.name}' }],
  ['a function', { text: '${toUpper(name)}' }],
  ['data on what is no element of a list', { card: { $data: '${who}', text: '${name}' } }],
  ['data of its own', { items: [{ $data: [{ name: 'Bo' }], text: '${name}' }] }],
  ['a condition with more to it', { items: [{ $when: "${name == 'Ana' || name == 'Bo'}", text: 'x' }] }],
  ['a condition on what is no element of a list', { card: { $when: "${name == 'Ana'}", text: 'x' } }],
  ['a condition that is no expression', { items: [{ $when: true, text: 'x' }] }],
])('%s is left to the library', (_what, template) => {
  expect(compileTemplate(template)).toBeUndefined();
});

describe('adaptivecards-templating', () => {
  const root = join(import.meta.dirname, '..', '..');
  /** Whether a process that runs these statements has loaded the library. */
  const isLoadedBy = (statements: string): boolean => {
    const list =
      "Object.keys(createRequire(import.meta.url).cache).some((file) => file.includes('adaptivecards-templating'))";
    const script = `import { createRequire } from 'node:module'; ${statements}; console.log(${list});`;
    const args = ['--disable-warning=ExperimentalWarning', '--input-type=module', '--eval', script];
    return execFileSync(process.execPath, args, { cwd: root, encoding: 'utf8' }).trim() === 'true';
  };

  it('is not loaded at a start, nor by a card', () => {
    const render = "const { noticeCard } = await import('./src/cards/notice.ts'); noticeCard.render({ text: 'Hi' })";
    expect(isLoadedBy(`await import('./src/app.ts'); ${render}`)).toBe(false);
  });

  it('is loaded for a template that needs the whole language', () => {
    const expand = "(await import('./src/cards/define-card.ts')).expandByLibrary({ text: 'Hello ${name}' })";
    expect(isLoadedBy(expand)).toBe(true);
  });
});
