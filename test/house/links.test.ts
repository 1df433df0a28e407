import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { filesBelow, ROOT } from './source.ts';

const pages = ['README.md', 'CONTRIBUTING.md', ...filesBelow('docs', '.md')];
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

it.each(pages)('every link of %s leads to a file and a heading of the project', (page) => {
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

it('the README has at most 1,000 words', () => {
  expect(read('README.md').split(/\s+/).filter(Boolean).length).toBeLessThanOrEqual(1000);
});

it('docs/security.md names tests that there are', () => {
  const rows = read('docs/security.md')
    .split('\n')
    .filter((line) => /^\| [WT]\d/.test(line));
  const named = rows.flatMap((row) =>
    [...(row.split(' | ').at(-1) ?? '').matchAll(/`([\w/.-]+)`/g)].map(([, name]) => name),
  );
  const isTest = (name = ''): boolean =>
    ['.test.ts', '', '.ts'].some(
      (ending) => existsSync(join(ROOT, 'test', `${name}${ending}`)) || existsSync(join(ROOT, `${name}${ending}`)),
    );
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((name) => !isTest(name))).toEqual([]);
});

it('docs/access-features.md has thirty features, and names tests and proofs that there are', () => {
  const page = read('docs/access-features.md');
  const rows = page.split('\n').filter((line) => /^\| \d+ \|/.test(line));
  expect(rows).toHaveLength(30);
  const named = [...page.matchAll(/\[([^\]]+)\]\(\.\.\/(test\/[^)]+)\)/g)];
  expect(named).toHaveLength(30);
  const isTitle = (title: string, file: string): boolean => read(file).replace(/\(\s+/g, '(').includes(`('${title}'`);
  const lacking = named.filter(([, title = '', file = '']) => !isTitle(title, file));
  expect(lacking.map(([whole]) => whole)).toEqual([]);
  const proofs = read('proof/proofs.ts') + read('docs/proof.md');
  const wanted = [...page.matchAll(/npm run proof -- ([\w/-]+)/g)].map(([, name = '']) => name);
  expect(wanted.filter((name) => !proofs.includes(`\`${name}\``))).toEqual([]);
});
