import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { accessFeatureList } from '../../scripts/pages/access-features.ts';
import { filesBelow, ROOT } from './source.ts';

const pages = ['README.md', ...filesBelow('docs', '.md')];
const rootPages = ['CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md'];
const read = (page: string): string => readFileSync(join(ROOT, page), 'utf8');

/** As GitHub makes it of a heading. */
const anchorsOf = (page: string): readonly string[] =>
  [...read(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} -]/gu, '')
      .replaceAll(' ', '-'),
  );

const linksOf = (page: string): readonly string[] =>
  [...read(page).matchAll(/\]\((?!https?:)([^)\s]+)\)/g)].map(([, target = '']) => target);

it.each([...rootPages, ...pages])('every link of %s leads to a file and a heading of the project', (page) => {
  const dead = linksOf(page).filter((link) => {
    const [path = '', anchor] = link.split('#');
    const file = path === '' ? page : posix.join(posix.dirname(page), path);
    return !existsSync(join(ROOT, file)) || (anchor !== undefined && !anchorsOf(file).includes(anchor));
  });
  expect(dead).toEqual([]);
});

it('the README leads to every page of docs', () => {
  const linked = linksOf('README.md').map((link) => link.split('#')[0]);
  expect(pages.filter((page) => page.startsWith('docs/') && !linked.includes(page))).toEqual([]);
});

const wordsOf = (page: string): number => read(page).split(/\s+/).filter(Boolean).length;

it('the README has at most 900 words, and all pages together have at most 31,000', () => {
  expect(wordsOf('README.md')).toBeLessThanOrEqual(900);
  expect(pages.reduce((sum, page) => sum + wordsOf(page), 0)).toBeLessThanOrEqual(31_000);
});

it('docs/security.md names tests that there are', () => {
  const [, attacks = ''] = read('docs/security.md').split(/^## /m);
  const rows = attacks.split('\n').filter((line) => line.startsWith('| '));
  const named = rows.flatMap((row) =>
    [...(row.split(' | ').at(-1) ?? '').matchAll(/`([\w/.-]+)`/g)].map(([, name]) => name),
  );
  const isTest = (name = ''): boolean =>
    ['.test.ts', '', '.ts'].some(
      (ending) => existsSync(join(ROOT, 'test', `${name}${ending}`)) || existsSync(join(ROOT, `${name}${ending}`)),
    );
  expect(named.length).toBeGreaterThan(50);
  expect(named.filter((name) => !isTest(name))).toEqual([]);
});

it('each of the thirty features of access has a test of its title', () => {
  expect(accessFeatureList).toHaveLength(30);
  const isTitle = (title: string, file: string): boolean => read(file).replace(/\(\s+/g, '(').includes(`('${title}'`);
  expect(accessFeatureList.filter(({ test, file }) => !isTitle(test, file))).toEqual([]);
});

it('the docs name proofs that there are', () => {
  const proofs = read('proof/proofs.ts') + read('docs/proof.md');
  const wanted = pages.flatMap((page) => [...read(page).matchAll(/npm run (?:-s )?proof -- ([a-z][\w/-]+)/g)]);
  expect(wanted.map(([, name = '']) => name).filter((name) => !proofs.includes(`\`${name}\``))).toEqual([]);
});
