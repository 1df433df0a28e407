import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../house/source.ts';
import type { CardSample } from '../support/cards/sample.ts';
import { accessibilityProblems } from './accessibility.ts';
import { pageColours } from './colours.ts';
import { importMapOf } from './page-modules.ts';

const read = (...path: string[]): string => readFileSync(join(ROOT, ...path), 'utf8');
const STYLE = 'sandbox/teams/page/style';
const DRAW = 'sandbox/teams/page/card/draw-card.ts';

export const LOOKS = ['light', 'dark', 'narrow'] as const;

interface Gallery {
  /** One page that needs nothing beside it. */
  readonly html: string;
  /** What is wrong for people who use a card by ear, by keyboard or with weak eyes, by the sample's name. */
  readonly problems: readonly string[];
}

/** Every sample of every template in each look, drawn by the official renderer as the chat page draws. */
export const drawGallery = (samples: readonly CardSample[]): Gallery => {
  const colours = pageColours();
  const cards = samples.map((sample) => {
    const card = sample.render();
    return { name: sample.name, file: sample.file, card, problems: accessibilityProblems(card, colours) };
  });
  const files = [...new Set(cards.map(({ file }) => file))].sort();
  const imports = importMapOf(DRAW, { 'markdown-it': 'node_modules/markdown-it/dist/browser/markdown-it.esm.min.mjs' });
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Steward's cards</title>
<style>${read(STYLE, 'base.css')}${read(STYLE, 'card.css')}${read('test/gallery/gallery.css')}</style>
<script type="importmap">${inScript({ imports })}</script>
<script>${read('node_modules/adaptivecards/dist/adaptivecards.min.js').replaceAll('</script', '<\\/script')}</script>
</head>
<body class="gallery">
<header><h1>Steward's cards</h1><p>${samples.length} samples of ${files.length} templates.</p>
<label>Find <input type="search" id="find" autocomplete="off"></label></header>
<nav aria-label="Templates"><ul>${files.map((file) => `<li><a href="#${htmlOf(file)}">${htmlOf(file)}</a></li>`).join('')}</ul></nav>
<main>${files
    .map(
      (file) =>
        `<section id="${htmlOf(file)}"><h2>${htmlOf(file)}</h2>${cards.flatMap((one, index) => (one.file === file ? [article(one, index)] : [])).join('')}</section>`,
    )
    .join('')}</main>
<script type="application/json" id="cards">${inScript(cards.map(({ card }) => card))}</script>
<script type="module">${read('test/gallery/gallery.js').replace('draw-card', DRAW)}</script>
</body>
</html>
`;
  return { html, problems: cards.flatMap(({ name, problems }) => problems.map((problem) => `${name}: ${problem}`)) };
};

const article = ({ name, problems }: { name: string; problems: readonly string[] }, index: number): string =>
  `<article aria-labelledby="name-${index}"><h3 id="name-${index}">${htmlOf(name)}</h3>
${problems.map((problem) => `<p class="problem">${htmlOf(problem)}</p>`).join('')}
<div class="looks">${LOOKS.map((look) => `<div class="look ${look}"><h4>${look}</h4><div class="card" role="group" aria-label="${htmlOf(name)}, ${look}" data-card="${index}"></div></div>`).join('')}</div></article>`;

const htmlOf = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** JSON that can't end the script element it stands in. */
const inScript = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');
