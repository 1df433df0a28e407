import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { operations } from '#cloud/operations/index.ts';
import { rights } from '../../scripts/pages/rights.ts';
import { usedProviders } from '../../scripts/pages/rights-page.ts';
import { filesBelow, ROOT } from '../house/source.ts';
import { readBicep } from './bicep.ts';

const ids = operations.map(({ id }) => id);

/** Credentials of the operations that a role, a billing role or an offer decides about. */
const byAzure: readonly string[] = ['role', 'billing', 'offer'];

it('every operation has one row in infra/rights.json, and every row an operation', () => {
  expect(rights.map(({ operation }) => operation).sort()).toEqual([...ids].sort());
});

it.each(rights)(
  'the row of $operation names what decides about its kind of credential',
  ({ operation, by, actions }) => {
    const credential = operations.find(({ id }) => id === operation)?.credential;
    expect({ azure: credential === 'app', key: credential === 'translator' }).toEqual({
      azure: byAzure.includes(by),
      key: by === 'key',
    });
    if (by === 'role') expect(actions.length).toBeGreaterThan(0);
  },
);

it.each(rights.filter(({ by }) => by === 'role'))(
  'the actions of $operation belong to its provider, and to its method',
  ({ operation, actions }) => {
    const { path = '', method } = operations.find(({ id }) => id === operation) ?? {};
    const provider = /\/Vendor\.(\w+)\//.exec(path)?.[1];
    const endings = { GET: /\/read$/, PUT: /\/write$/, POST: /\/(action|write)$/ } as const;
    const ending = method === 'GET' || method === 'PUT' || method === 'POST' ? endings[method] : /^$/;
    const wrong = actions.filter((action) => !action.startsWith(`Microsoft.${provider}/`) || !ending.test(action));
    expect(wrong).toEqual([]);
  },
);

describe('infra/role.bicep', () => {
  const { text } = readBicep('infra/role.bicep');
  const areas = [...new Set(rights.filter(({ by }) => by === 'role').map(({ area }) => area))];

  const page = readFileSync(join(ROOT, 'docs/rights.md'), 'utf8');

  it('takes areas that have rights, and so do the docs', () => {
    const standard = /^param areas array = \[\n([^\]]*)\]/m.exec(text)?.[1]?.match(/\w+/g) ?? [];
    const documented = /areas='\[([^\]]*)\]'/.exec(page)?.[1]?.match(/\w+/g) ?? [];
    expect(standard.length).toBeGreaterThan(0);
    expect(standard.filter((area) => !areas.includes(area))).toEqual([]);
    expect([...documented].sort()).toEqual([...areas].sort());
  });

  it('gives nothing at the subscription with assign=false, and the docs assign the role by the name that it has', () => {
    expect(text).toMatch(/^resource assignment '\S+' = if \(assign\) \{$/m);
    expect(text).toContain("roleName: '${roleName} (${subscription().subscriptionId})'");
    expect(text).toContain("param roleName string = 'Steward'");
    expect(page).toMatch(/assign=false[^`]*az role assignment create[^`]*--role 'Steward \(SUBSCRIPTION\)'/);
  });

  it('reads its actions from infra/rights.json', () => {
    expect(text).toContain("loadJsonContent('rights.json')");
  });
});

it('docs/deploy.md registers every provider that infra/ needs', () => {
  const page = readFileSync(join(ROOT, 'docs/deploy.md'), 'utf8');
  const needed = filesBelow('infra', '.bicep').flatMap((file) => readBicep(file).providers);
  const missing = [...new Set(needed)].filter((name) => name !== 'Microsoft.Authorization' && !page.includes(name));
  expect(missing).toEqual([]);
});

it('docs/rights.md registers the providers of what Steward reads and changes', () => {
  expect([...usedProviders].sort()).toEqual([
    'Microsoft.ContainerInstance',
    'Microsoft.DataShare',
    'Microsoft.ResourceHealth',
  ]);
});
