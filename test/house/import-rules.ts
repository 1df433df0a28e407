import { posix } from 'node:path';
import { type Import, identifier, importsOf, type Node, type Source, walk } from './source.ts';

/** Who may import whom (design.md section 2): each tier only itself and those before it. */
const TIERS = [
  'lib',
  'texts',
  'phrases',
  'http',
  'storage',
  'cards',
  'identity',
  'audit',
  'api',
  'connector',
  'directory',
  'policy',
  'jobs',
  'outbox',
  'answers',
  'sign-in',
  'changes',
  'alerts',
  'bot',
  'features',
  'config',
  'server',
  'app',
  'main',
  'app-package',
  'cli',
];

/** Files directly in src that are no tier of their own name. */
const TIER_OF_FILE: Readonly<Record<string, string>> = {
  migrations: 'app',
  'credential-expiry': 'app',
  operators: 'app',
  'sign-ins': 'app',
  'policy-record': 'app',
};

/** `src/platform/lib/ids.ts` → lib; undefined for what is no tier. */
const tierOf = (file: string): string | undefined => {
  const [, part = ''] = file.split('/');
  const name = part.replace(/\.ts$/, '');
  const tier = TIER_OF_FILE[name] ?? name;
  return TIERS.includes(tier) ? tier : undefined;
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
  if (tier === undefined || other === undefined) return 'neither end may be outside the tiers';
  if (TIERS.indexOf(other) > TIERS.indexOf(tier)) return `${tier} comes before ${other}`;
  if (tier === 'bot' && (other === 'changes' || other === 'alerts')) return `bot does not know ${other}`;
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
  if (tierOf(target) === 'bot') return 'only the folder chat of a feature imports bot';
  return other !== undefined && speaksChat(target) && !isIndex(file)
    ? 'only chat and the index of a feature import chat'
    : undefined;
};

const OPERATION_IDS = 'src/cloud/operations/index.ts';

const wrongInSandbox = (file: string, target: string, typeOnly: boolean): string | undefined => {
  if (/^src\/(sandbox|lib|storage)\//.test(target)) return undefined;
  if (target === OPERATION_IDS && typeOnly && file === 'sandbox/cloud/operation-ids.ts') return undefined;
  return 'the sandbox imports lib, storage and, as a type, the operation ids';
};

/** One door per package: where each may be imported. A package that is not here has no door, and is refused. */
const DOORS: readonly { readonly packages: RegExp; readonly door: RegExp }[] = [
  { packages: /^botbuilder/, door: /^src\/bot\// },
  { packages: /^adaptivecards-templating$/, door: /^src\/cards\// },
  { packages: /^undici$/, door: /^src\/http\// },
  { packages: /^restify$/, door: /^src\/(server\.ts$|sandbox\/)/ },
  { packages: /^(kysely(\/.*)?|pg|node:sqlite)$/, door: /^src\/storage\// },
  { packages: /^pino$/, door: /^src\/lib\/logger\.ts$/ },
  { packages: /^@azure\/msal-node$/, door: /^src\/identity\// },
  { packages: /^jose$/, door: /^src\/(identity|bot\/gate|sandbox)\// },
  { packages: /^(chrono-node|luxon)$/, door: /^src\/lib\/(parse-moment|local-time)\.ts$/ },
  { packages: /^intl-messageformat$/, door: /^src\/texts\// },
  { packages: /^yaml$/, door: /^src\/policy\// },
  { packages: /^(preact(\/.*)?|htm(\/.*)?|adaptivecards|markdown-it)$/, door: /^src\/sandbox\/teams\/page\// },
  { packages: /^(@microsoft\/app-manifest|fflate)$/, door: /^src\/app-package\// },
  { packages: /^parse5$/, door: /^src\/features\/translation\/message\// },
  { packages: /^eld\//, door: /^src\/features\/translation\/translator\/evidence\.ts$/ },
  { packages: /^zod$/, door: /^src\// },
  { packages: /^node:(?!sqlite$|process$)/, door: /^src\// },
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
        const wrong = taken.from.startsWith('.')
          ? wrongTarget(file, posix.join(posix.dirname(file), taken.from), taken)
          : wrongPackage(file, taken);
        return wrong === undefined ? [] : [`${file} → ${taken.from}: ${wrong}`];
      });
      return readsEnvironment(source) ? [...faults, `${file}: reads the environment`] : faults;
    });
