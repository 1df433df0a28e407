import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { withNativeAsync } from './native-async.ts';

const ROOT = join(import.meta.dirname, '..');
const SOURCE = join(ROOT, 'src');

/**
 * In a bundle, `import.meta.dirname` must still be the folder of the source file that says it, and a package that is loaded at its first
 * use is part of the bundle too.
 */
const sourcesOf = (outdir: string): Plugin => ({
  name: 'sources',
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, ({ path }) => {
      if (!path.startsWith(SOURCE)) return undefined;
      const folder = `(import.meta.dirname + '/${relative(outdir, dirname(path))}')`;
      const contents = readFileSync(path, 'utf8')
        .replaceAll('import.meta.dirname', folder)
        .replaceAll('createRequire(import.meta.url)(', 'require(');
      return { contents, loader: 'ts' };
    });
  },
});

/**
 * Packages get their async functions back, as native-async.ts explains. One in CommonJS that reads files beside its own keeps
 * `__dirname`, which a module of a bundle does not have.
 */
const packagesOf = (outdir: string): Plugin => ({
  name: 'packages',
  setup({ onLoad }) {
    onLoad({ filter: /node_modules.*\.js$/ }, ({ path }) => {
      const code = withNativeAsync(readFileSync(path, 'utf8'));
      const isRead = code.includes('__dirname') && !/(?:const|let|var) __dirname\b/.test(code);
      const folder = `const __dirname=bundleFolder+${JSON.stringify(`/${relative(outdir, dirname(path))}`)};`;
      return { contents: isRead ? folder + code : code, loader: 'js' };
    });
  },
});

/** A file with one character beyond ASCII takes twice the memory and longer to read; an escape means the same everywhere in code. */
const inAscii = (code: string): string =>
  code.replace(/[\u0080-\uffff]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);

/**
 * Writes programs and their packages as few files, which Node loads in less than half the time. Texts, phrases, cards and
 * threads stay where they are: the bundle reads them there.
 * @param entryPoints paths below the project; each becomes a file in `outdir`
 * @param outdir an absolute path in the project, so that packages are found from it
 * @param options.splitting shares what several programs have in common (the default), or gives each all of it: then it is loaded in the
 * order of the source
 * @param options.sandbox production has none, which is the default
 */
export const bundle = async (
  entryPoints: readonly string[],
  outdir: string,
  { splitting = true, sandbox = false }: { readonly splitting?: boolean; readonly sandbox?: boolean } = {},
): Promise<void> => {
  const { outputFiles } = await build({
    absWorkingDir: ROOT,
    entryPoints: [...entryPoints],
    outdir,
    bundle: true,
    splitting,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    // Names stay as they are, for stack traces.
    minifyWhitespace: true,
    minifySyntax: true,
    // pg and restify do without these two where they are missing.
    external: [...(sandbox ? [] : ['./sandbox/sandbox.ts', './sandbox/terminal.ts']), 'pg-native', 'dtrace-provider'],
    // Packages in CommonJS take Node's own modules with `require`.
    banner: {
      js: "import{createRequire as requireFor}from'node:module';const require=requireFor(import.meta.url),bundleFolder=import.meta.dirname;",
    },
    plugins: [sourcesOf(outdir), packagesOf(outdir)],
    legalComments: 'none',
    logLevel: 'warning',
    write: false,
  });
  mkdirSync(outdir, { recursive: true });
  for (const { path, text } of outputFiles) writeFileSync(path, inAscii(text));
};
