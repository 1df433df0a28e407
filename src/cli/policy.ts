import { existsSync, readFileSync } from 'node:fs';
import { linesOf, readCases, runCases, withMembers } from '#cli/policy/explain.ts';
import { checkOnline, openFile, reachGraph, withDirectory } from '#cli/policy/open-file.ts';
import { GRANT } from '#features/access/requestable.ts';
import { policySections } from '#features/index.ts';
import { checkPolicyFile } from '#policy/file/read-policy.ts';
import { readArguments, runCommand } from './command.ts';

const USAGE = `usage: npm run -s policy -- check FILE [--online]
       npm run -s policy -- explain FILE --who PERSON --role ROLE --place PLACE [--change KIND] [--online]
       npm run -s policy -- test FILE [--cases CASES] [--online]

  check    a line for each problem of the file, with its place and its remedy; with --online also for each person and group
           that the directory does not have, and the object ids of new accounts are written into the file
  explain  who may ask, who decides, by which rule and why, within which limits
  test     the cases beside the file, FILE.cases.yaml: exit code 1 where one finds something else
  --online reads the directory with the settings of the cloud (docs/settings.md); without any of these the sandbox's`;

const text = { type: 'string' } as const;
const options = {
  online: { type: 'boolean', default: false },
  ...{ who: text, role: text, place: text, change: { ...text, default: GRANT }, cases: text },
} as const;

const main = async (): Promise<0 | 1> => {
  const { values, positionals } = readArguments(USAGE, { allowPositionals: true, options });
  const [command, file, ...rest] = positionals;
  if (file === undefined || rest.length > 0) throw new Error(USAGE);
  switch (command) {
    case 'check':
      return check(file, values.online);
    case 'explain':
      return explain(file, values);
    case 'test':
      return test(file, values.cases ?? `${file.replace(/\.ya?ml$/, '')}.cases.yaml`, values.online);
    default:
      throw new Error(USAGE);
  }
};

/** Accounts are pinned first: without their object ids the file is not valid. */
const check = async (file: string, isOnline: boolean): Promise<0 | 1> => {
  const isFound = !isOnline || (await online((graph) => checkOnline(file, graph, console.log)));
  const code = await checkPolicyFile(file, policySections, console.log);
  return isFound ? code : 1;
};

const explain = async (file: string, { who, role, place, change, online: isOnline }: Wanted): Promise<0> => {
  if (who === undefined || role === undefined || place === undefined) throw new Error(USAGE);
  const policy = await policyOf(file, isOnline);
  for (const line of linesOf(policy, { who, role, place, change })) console.log(line);
  return 0;
};

type Wanted = { readonly [Name in 'who' | 'role' | 'place']?: string } & {
  readonly change: string;
  readonly online: boolean;
};

const test = async (file: string, casesFile: string, isOnline: boolean): Promise<0 | 1> => {
  const cases = readCases(casesFile, readFileSync(casesFile, 'utf8'));
  const policy = isOnline ? await policyOf(file, true) : withMembers(await openFile(file), cases);
  return runCases(policy, cases, console.log) ? 0 : 1;
};

const policyOf = async (file: string, isOnline: boolean) => {
  const opened = await openFile(file);
  return isOnline ? online((graph) => withDirectory(opened, graph)) : opened.policy;
};

const online = async <T>(use: (graph: Awaited<ReturnType<typeof reachGraph>>['graph']) => Promise<T>): Promise<T> => {
  if (existsSync('.env')) process.loadEnvFile('.env');
  const { graph, end } = await reachGraph(process.env);
  try {
    return await use(graph);
  } finally {
    await end();
  }
};

await runCommand(main);
