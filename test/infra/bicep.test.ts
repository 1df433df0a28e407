import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AUDIT_KEY_FILE } from '#platform/audit/chain.ts';
import { readConfig } from '#platform/config/config.ts';
import { filesBelow, ROOT } from '../house/source.ts';
import { placeholdersOf, readBicep } from './bicep.ts';

const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const files = filesBelow('infra', '.bicep');
const dockerfile = read('Dockerfile');
const app = readBicep('infra/app.bicep');

describe('the Bicep files', () => {
  it.each(files)('%s has no idle name, and closes every bracket', (file) => {
    const { text, declared } = readBicep(file);
    const used = (name: string): number => text.match(new RegExp(`\\b${name}\\b(?!:)`, 'g'))?.length ?? 0;
    const idle = declared.filter(
      (name) => used(name) < 2 && !new RegExp(`^(resource|module) ${name} `, 'm').test(text),
    );
    const brackets = [...text.replace(/'[^'\n]*'/g, '')].filter((char) => '{}[]()'.includes(char)).join('');
    const left = Array.from({ length: 30 }).reduce<string>((rest) => rest.replaceAll(/\{\}|\[\]|\(\)/g, ''), brackets);
    expect({ idle, left }).toEqual({ idle: [], left: '' });
  });

  it.each(files.filter((file) => readBicep(file).modules.length > 0))(
    '%s gives each module the parameters that it needs, and no other',
    (file) => {
      for (const { file: module, given } of readBicep(file).modules) {
        const { parameters } = readBicep(module);
        const needed = parameters.filter(({ required }) => required).map(({ name }) => name);
        expect([module, Object.keys(given)]).toEqual([module, expect.arrayContaining(needed)]);
        expect(parameters.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(given)));
      }
    },
  );

  it('azure.bicep uses outputs that its modules have', () => {
    const { text, modules } = readBicep('infra/azure.bicep');
    const used = [...text.matchAll(/\b(\w+)\.outputs\.(\w+)/g)].map(([, module, output]) => `${module}.${output}`);
    const there = modules.flatMap(({ name, file }) => readBicep(file).outputs.map((output) => `${name}.${output}`));
    expect([...new Set(used)].sort()).toEqual(there.sort());
  });

  it('azure.bicep has a module for each part', () => {
    const parts = readBicep('infra/azure.bicep').modules.map(({ file }) => file);
    const alone = ['infra/app.bicep', 'infra/azure.bicep', 'infra/role.bicep'];
    expect([...parts, ...alone].sort()).toEqual(files);
  });

  it.each(['azure', 'app'])('%s.parameters.json has every parameter without a default, and no unknown one', (name) => {
    const { parameters } = readBicep(`infra/${name}.bicep`);
    const given = Object.keys(JSON.parse(read(`infra/${name}.parameters.json`)).parameters);
    expect(given.sort()).toEqual(parameters.flatMap((one) => (one.required ? [one.name] : [])).sort());
  });

  it('a module gets a secret as a secret', () => {
    const { parameters, modules } = readBicep('infra/azure.bicep');
    const secrets = parameters.flatMap(({ name, secure }) => (secure ? [name] : []));
    for (const { file, given } of modules) {
      const hidden = readBicep(file).parameters.flatMap(({ name, secure }) => (secure ? [name] : []));
      const told = Object.keys(given).filter((name) => secrets.some((secret) => given[name]?.includes(secret)));
      expect([file, told.sort()]).toEqual([file, hidden.sort()]);
    }
  });

  it('a secret goes to a secure parameter, and into no output', () => {
    const { parameters } = JSON.parse(read('infra/azure.parameters.json'));
    const secrets = Object.keys(parameters).filter((name) =>
      placeholdersOf(parameters[name].value).some((placeholder) => placeholder.startsWith('SECRET_')),
    );
    const all = files.flatMap((file) => readBicep(file).parameters.filter(({ secure }) => secure));
    const outputs = files.flatMap((file) => readBicep(file).text.match(/^output .*$/gm) ?? []).join('\n');
    const secure = [...new Set(all.map(({ name }) => name))];
    expect(secrets.length).toBe(2);
    expect(secure).toEqual(expect.arrayContaining(secrets));
    expect(secure.filter((name) => outputs.includes(name))).toEqual([]);
  });
});

/** The settings of the image. */
const image: Readonly<Record<string, string | undefined>> = Object.fromEntries(
  [...dockerfile.matchAll(/(\w+)=(\S+?)(?: \\)?$/gm)].map(([, name, value]) => [name, value]),
);

describe('the container of infra/app.bicep', () => {
  it('gets settings that are whole', () => {
    const values = [...app.text.matchAll(/^ +name: '([\w-]+)'\n +(value|secretRef): (.+)$/gm)];
    const guid = '6d0f6f7e-3c0b-4c39-9a75-0f6f5d6f2a11';
    const known: Readonly<Record<string, string>> = {
      MicrosoftAppId: guid,
      MicrosoftAppTenantId: guid,
      DATABASE_URL: 'postgres://steward:x@db.example/steward?sslmode=verify-full',
    };
    const settings = values.map(([, name = '', , value = '']) => [
      name,
      known[name] ?? (/^'(.*)'$/.exec(value)?.[1] || 'of-the-test'),
    ]);
    expect(settings.length).toBeGreaterThan(6);
    expect(readConfig({ ...image, ...Object.fromEntries(settings) }, { refusedIds: [] })).toMatchObject({
      ok: true,
      config: { mode: 'production', cloud: 'public', vendor: { namespace: 'Microsoft' } },
    });
  });

  it('refers to secrets that the key vault has', () => {
    const secrets = [...readBicep('infra/vault.bicep').text.matchAll(/'secrets' = \{\n +name: '([\w-]+)'/g)];
    const names = secrets.map(([, name]) => name);
    const referred = [...app.text.matchAll(/secretRef: '([\w-]+)'/g)].map(([, name]) => name);
    const own = /var ownSecrets = \[\n([^\]]*)\]/.exec(app.text)?.[1]?.match(/[\w-]+/g);
    expect([...new Set(referred)].sort()).toEqual([...names].sort());
    expect([...(own ?? [])].sort()).toEqual([...names].sort());
  });

  it('finds policy, secrets and the audit’s key where the image looks for them', () => {
    const mounts = [...app.text.matchAll(/mountPath: '(.+)'/g)].map(([, path]) => path);
    expect(mounts).toEqual([String(image['POLICY_FILE']).replace('/policy.yaml', ''), image['SECRETS_DIR']]);
    expect(app.text).toContain(`path: '${AUDIT_KEY_FILE}'`);
    expect(read('m365agents.yml')).toContain('--path policy.yaml');
  });

  it('is asked for its health on the port of the image, at addresses that there are', () => {
    const port = /^EXPOSE (\d+)$/m.exec(dockerfile)?.[1];
    const ports = [...app.text.matchAll(/(?:targetPort|port): (\d+)/g)].map(([, number]) => number);
    const paths = [...app.text.matchAll(/path: '(\/\w+)'/g)].map(([, path]) => path);
    expect(new Set(ports)).toEqual(new Set([port]));
    expect(paths.filter((path) => !read('src/platform/server/server.ts').includes(`'${path}'`))).toEqual([]);
  });
});

it('the settings that docs/deploy.md shows are whole, and those for a container are what the image does not set', () => {
  const block =
    /^ {3}```\n((?: {3}[#\w].*\n)+) {3}```$/m.exec(read('docs/deploy.md'))?.[1]?.replace(/^ {3}/gm, '') ?? '';
  const [forAll = '', forHosts = ''] = block.split(/^# .*container.*\n/m);
  const guid = '6d0f6f7e-3c0b-4c39-9a75-0f6f5d6f2a11';
  const written = (text: string) => text.replace(/\b(APPLICATION|DIRECTORY)-ID\b/g, guid);
  const options = { refusedIds: [], readFile: () => written(forAll + forHosts) };
  expect(readConfig({}, options)).toMatchObject({ ok: true, config: { mode: 'production', cloud: 'public' } });
  expect(readConfig({ ...image }, { ...options, readFile: () => written(forAll) })).toMatchObject({ ok: true });
  const left = [...forHosts.matchAll(/^\w+/gm)].map(([name]) => name);
  expect(left.toSorted()).toEqual(
    Object.keys(image)
      .filter((name) => left.includes(name))
      .toSorted(),
  );
  expect(left.length).toBe(3);
});
