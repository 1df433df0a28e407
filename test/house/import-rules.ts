import { posix } from 'node:path';
import { type Import, identifier, importsOf, type Node, type Source, walk } from './source.ts';

/** The rooms of src in their order, and the parts of a room in theirs: each imports only itself and those before it. */
const TIERS = [
  'platform/lib',
  'platform/texts',
  'platform/http',
  'platform/storage',
  'platform/jobs',
  'platform/identity',
  'platform/audit',
  'platform/config',
  'platform/server',
  'cloud',
  'teams/cards',
  'teams/connector',
  'teams/directory',
  'teams/fresh-sign-in',
  'teams/app-package',
  'policy',
  'engine/outbox',
  'engine/answers',
  'engine/changes',
  'engine/alerts',
  'bot',
  'features',
  'app',
  'main',
  'cli',
];

/** `src/platform/lib/ids.ts` → platform/lib; undefined for what is in no room. */
const tierOf = (file: string): string | undefined => {
  const [, name = '', part = ''] = file.replace(/\.ts$/, '').split('/');
  return TIERS.find((tier) => tier === name || tier === `${name}/${part}`);
};

/** `#platform/lib/ids.ts` and `../lib/ids.ts` → src/platform/lib/ids.ts; undefined for a package. */
const targetOf = (file: string, from: string): string | undefined => {
  if (from.startsWith('#')) return `src/${from.slice(1)}`;
  return from.startsWith('.') ? posix.join(posix.dirname(file), from) : undefined;
};

const featureOf = (file: string): string | undefined => /^src\/features\/([^/]+)\//.exec(file)?.[1];
/** The one folder of a feature that speaks chat. */
const speaksChat = (file: string): boolean => /^src\/features\/[^/]+\/chat\//.test(file);
const isIndex = (file: string): boolean => /^src\/features\/[^/]+\/index\.ts$/.test(file);

/** What is wrong with importing one file of ours from another; undefined: nothing. */
const wrongTarget = (file: string, target: string, { typeOnly }: Import): string | undefined => {
  if (file.startsWith('sandbox/')) return wrongInSandbox(file, target, typeOnly);
  if (target.startsWith('sandbox/')) {
    return ['main', 'cli'].includes(tierOf(file) ?? '') ? undefined : 'only main, cli and tests import the sandbox';
  }
  const [tier, other] = [tierOf(file), tierOf(target)];
  if (tier === undefined || other === undefined) return 'neither end may be outside the rooms';
  if (TIERS.indexOf(other) > TIERS.indexOf(tier)) return `${tier} comes before ${other} in the order of the rooms`;
  if (tier === 'bot' && /^engine\/(changes|alerts)$/.test(other)) return `bot does not know ${other}`;
  if (tier === 'features') return wrongInFeature(file, target);
  return undefined;
};

const wrongInFeature = (file: string, target: string): string | undefined => {
  const [feature, other] = [featureOf(file), featureOf(target)];
  // index.ts is the list of features, and the only file that names them.
  if (feature === undefined) {
    return other === undefined || file === 'src/features/index.ts' ? undefined : 'what features share names no feature';
  }
  if (other !== undefined && other !== feature) return 'a feature does not import another';
  if (target === 'src/features/index.ts') return 'a feature does not know the list it stands in';
  if (speaksChat(file)) return undefined;
  if (target.startsWith('src/bot/arguments/')) return undefined;
  if (tierOf(target) === 'bot') return 'only the folder chat of a feature imports bot, but for its arguments';
  return other !== undefined && speaksChat(target) && !isIndex(file)
    ? 'only chat and the index of a feature import chat'
    : undefined;
};

const OPERATION_IDS = 'src/cloud/operations/index.ts';

const wrongInSandbox = (file: string, target: string, typeOnly: boolean): string | undefined => {
  if (/^(sandbox|src\/platform\/(lib|storage))\//.test(target)) return undefined;
  if (target === OPERATION_IDS && typeOnly && file === 'sandbox/cloud/operation-ids.ts') return undefined;
  return 'the sandbox imports lib, storage and, as a type, the operation ids';
};

/** One door per package: where each may be imported. A package that is not here has no door, and is refused. */
const DOORS: readonly { readonly packages: RegExp; readonly door: RegExp }[] = [
  { packages: /^botbuilder/, door: /^src\/bot\// },
  { packages: /^adaptivecards-templating$/, door: /^src\/teams\/cards\// },
  { packages: /^undici$/, door: /^src\/platform\/http\// },
  { packages: /^restify$/, door: /^(src\/platform\/server|sandbox)\// },
  { packages: /^(kysely(\/.*)?|pg|node:sqlite)$/, door: /^src\/platform\/storage\// },
  { packages: /^lru-cache$/, door: /^src\/platform\/lib\/cache\.ts$/ },
  { packages: /^pino$/, door: /^src\/platform\/lib\/logger\.ts$/ },
  { packages: /^@azure\/msal-node$/, door: /^src\/platform\/identity\// },
  { packages: /^jose$/, door: /^(src\/platform\/identity|src\/bot\/gate|sandbox)\// },
  { packages: /^(chrono-node|luxon)$/, door: /^src\/platform\/lib\/(parse-moment|local-time)\.ts$/ },
  { packages: /^intl-messageformat$/, door: /^src\/platform\/texts\// },
  { packages: /^yaml$/, door: /^src\/policy\// },
  { packages: /^(preact(\/.*)?|htm(\/.*)?|adaptivecards|markdown-it)$/, door: /^sandbox\/teams\/page\// },
  { packages: /^(@microsoft\/app-manifest|fflate)$/, door: /^src\/teams\/app-package\.ts$/ },
  { packages: /^parse5$/, door: /^src\/features\/translation\/message\// },
  { packages: /^eld\//, door: /^src\/features\/translation\/translator\/evidence\.ts$/ },
  { packages: /^zod$/, door: /^(src|sandbox)\// },
  { packages: /^node:(?!sqlite$|process$)/, door: /^(src|sandbox)\// },
];

/** What repositories need of Kysely outside its door: its types, and `sql` for an expression that it has no words for. */
const kyselyForRepositories = ({ from, typeOnly, names }: Import): boolean =>
  from === 'kysely' && (typeOnly || names.every((name) => name === 'sql'));

const wrongPackage = (file: string, taken: Import): string | undefined => {
  const entry = DOORS.find(({ packages }) => packages.test(taken.from));
  if (!entry) return 'this package has no door';
  if (entry.door.test(file) || kyselyForRepositories(taken)) return undefined;
  return 'this package has another door';
};

/** The settings come in at the process's own files only. */
const readsEnvironment = ({ tree, file }: Source): boolean =>
  !/^src\/(main\.ts$|cli\/)/.test(file) && [...walk(tree)].some(({ node }) => isEnvironment(node));

const isEnvironment = (node: Node): boolean => {
  if (node.type === 'MemberExpression') {
    const { property } = node as { property?: Node };
    const named = identifier(property) ?? String((property?.['expression'] as Node | undefined)?.['value'] ?? '');
    return identifier(node['object']) === 'process' && /^(env|loadEnvFile)$/.test(named);
  }
  const taken = node['id'] as Node | undefined;
  return (
    node.type === 'VariableDeclarator' && taken?.type === 'ObjectPattern' && identifier(node['init']) === 'process'
  );
};

/** Every import that breaks the rules of the house, as `file → what it imports: why not`. */
export const importFaults = (sources: readonly Source[]): string[] =>
  sources
    .filter(({ file }) => !file.endsWith('.d.ts'))
    .flatMap((source) => {
      const { file } = source;
      const faults = importsOf(source).flatMap((taken) => {
        const target = targetOf(file, taken.from);
        const wrong = target === undefined ? wrongPackage(file, taken) : wrongTarget(file, target, taken);
        return wrong === undefined ? [] : [`${file} → ${taken.from}: ${wrong}`];
      });
      return readsEnvironment(source) ? [...faults, `${file}: reads the environment`] : faults;
    });
