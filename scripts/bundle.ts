import { cpSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { build, type Plugin } from 'esbuild';

const ROOT = join(import.meta.dirname, '..');

/** A bundle has the files of packages in this folder, which no package manager takes for its own. */
const PACKAGES = 'packages';

/** What programs read beside their code, in the same folders below the bundle. */
const FILES = [
  'cards/**/*.json',
  'manifest/**/*.{json,png}',
  'src/platform/texts/*/*.json',
  'src/bot/phrases/*/*.json',
  'src/teams/fresh-sign-in/window/*.{css,js}',
  'node_modules/@microsoft/teams-js/dist/umd/MicrosoftTeams.min.js',
  'node_modules/@microsoft/app-manifest/build/json-schemas/teams/**/*.json',
];

/** A program that a thread runs. */
const WORKER = 'src/features/containers/document/worker.ts';

/** What sources say otherwise in a bundle. */
const WORDS: readonly (readonly [string, string])[] = [
  ["import.meta.dirname, 'worker.ts'", "bundleFolder, 'worker.js'"],
  ["'node_modules'", `'${PACKAGES}'`],
  // So that a package that is loaded at its first use is part of the bundle too.
  ['createRequire(import.meta.url)(', 'require('],
];

const inBundle = (path: string): string => relative(ROOT, path).replace(/^.*?node_modules/, PACKAGES);

/**
 * In a bundle `import.meta.dirname`, and `__dirname` of a package in CommonJS, is the folder of the same name beside the bundle; there lie
 * copies of the files that the program reads.
 */
const filesBeside: Plugin = {
  name: 'files-beside',
  setup({ onLoad }) {
    const folderOf = (path: string): string => `(bundleFolder+${JSON.stringify(`/${inBundle(dirname(path))}`)})`;
    onLoad({ filter: /\.ts$/ }, ({ path }) => {
      const code = WORDS.reduce((text, [from, to]) => text.replaceAll(from, to), readFileSync(path, 'utf8'));
      return { contents: code.replaceAll('import.meta.dirname', folderOf(path)), loader: 'ts' };
    });
    onLoad({ filter: /node_modules.*\.js$/ }, ({ path }) => {
      const code = readFileSync(path, 'utf8');
      const isRead = code.includes('__dirname') && !/(?:const|let|var) __dirname\b/.test(code);
      return isRead ? { contents: `const __dirname=${folderOf(path)};${code}`, loader: 'js' } : undefined;
    });
  },
};

/** What is only imported for the sandbox stays out: production has none. */
const withoutSandbox: Plugin = {
  name: 'without-sandbox',
  setup({ onResolve }) {
    onResolve({ filter: /\/sandbox(\/|\.ts$)/ }, ({ kind, path }) =>
      kind === 'dynamic-import' ? { path, external: true } : undefined,
    );
  },
};

/** A file with one character beyond ASCII takes twice the memory and longer to read; an escape means the same everywhere in code. */
const inAscii = (code: string): string =>
  code.replace(/[\u0080-\uffff]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);

/**
 * Writes programs and their packages as few files, which Node loads in half the time, and the files that they read. The folder needs
 * nothing else but Node.
 * @param entryPoints paths below the project; each becomes a file of its name in the folder
 * @param outdir the folder, an absolute path
 */
export const bundle = async (entryPoints: readonly string[], outdir: string): Promise<void> => {
  const { outputFiles } = await build({
    absWorkingDir: ROOT,
    entryPoints: [...entryPoints, WORKER],
    entryNames: '[name]',
    outdir,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    // Names stay as they are, for stack traces.
    minifyWhitespace: true,
    minifySyntax: true,
    // pg and restify do without these two where they are missing.
    external: ['pg-native', 'dtrace-provider'],
    // Packages in CommonJS take Node's own modules with `require`.
    banner: {
      js: "import{createRequire as requireFor}from'node:module';const require=requireFor(import.meta.url),bundleFolder=import.meta.dirname;",
    },
    plugins: [withoutSandbox, filesBeside],
    legalComments: 'none',
    logLevel: 'warning',
    write: false,
  });
  mkdirSync(outdir, { recursive: true });
  writeFileSync(join(outdir, 'package.json'), '{ "type": "module" }\n');
  for (const { path, text } of outputFiles) writeFileSync(path, inAscii(text));
  for (const file of globSync(FILES, { cwd: ROOT }).map((name) => join(ROOT, name)))
    cpSync(file, join(outdir, inBundle(file)));
};
