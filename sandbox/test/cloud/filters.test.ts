import { people } from '../../world.ts';
import {
  ana,
  definitionId,
  type Item,
  ledger,
  listPath,
  managementGroup,
  production,
  type Running,
  start,
  startSandbox,
  stopAll,
} from './support.ts';

/** A model of the filters: scopes by their paths, groups by name, conditions one after the other. */
const scopes = [
  managementGroup,
  production,
  '/subscriptions/0d5f6a11-7c3e-4b59-9a41-5e2f8b7c1d02',
  `${production}/resourceGroups/rg-gateway`,
  ledger,
  `${ledger}/providers/Vendor.KeyVault/vaults/kv-ledger`,
];
const groups: Readonly<Record<string, readonly string[]>> = {
  [ana]: ['Payments team'],
  [people.bo.objectId]: ['Platform engineers'],
  '2f1e0d9c-8b7a-4695-a483-c2b1a0f9e8d7': ['Automation identities'],
};
const caller = '2f1e0d9c-8b7a-4695-a483-c2b1a0f9e8d7';

interface Case {
  readonly atScope: boolean;
  readonly principalId?: string;
  readonly role?: string;
  readonly assignedTo?: string;
  readonly asTarget: boolean;
}

const cases: readonly Case[] = [true, false].flatMap((atScope) =>
  [undefined, ana, '9c8b7a60-5d4e-4f3a-8b2c-1d0e9f8a7b60'].flatMap((principalId) =>
    [undefined, definitionId('reader')].flatMap((role) =>
      [undefined, ana, people.bo.objectId].flatMap((assignedTo) =>
        [true, false].map((asTarget) => ({
          atScope,
          asTarget,
          ...(principalId && { principalId }),
          ...(role && { role }),
          ...(assignedTo && { assignedTo }),
        })),
      ),
    ),
  ),
);

const filterText = (wanted: Case): string | undefined =>
  [
    wanted.assignedTo && `assignedTo('${wanted.assignedTo}')`,
    wanted.atScope && 'atScope()',
    wanted.principalId && `principalId eq '${wanted.principalId}'`,
    wanted.role && `roleDefinitionId eq '${wanted.role}'`,
    wanted.asTarget && 'asTarget()',
  ]
    .filter(Boolean)
    .join(' and ') || undefined;

const isAbove = (upper: string, lower: string): boolean =>
  upper !== lower && (upper === managementGroup || (lower !== managementGroup && lower.startsWith(`${upper}/`)));

const principalOf = ({ properties }: Item) =>
  (properties['expandedProperties'] as { principal: { id: string; displayName: string } }).principal;

const reaches = (item: Item, person: string): boolean =>
  principalOf(item).id === person || (groups[person] ?? []).includes(principalOf(item).displayName);

const expected = (everything: readonly Item[], scope: string, wanted: Case): readonly string[] =>
  everything
    .filter(({ properties }) => {
      const own = properties['scope'] as string;
      return own === scope || (!wanted.atScope && (isAbove(own, scope) || isAbove(scope, own)));
    })
    .filter(({ properties }) => !wanted.principalId || properties['principalId'] === wanted.principalId)
    .filter(({ properties }) => !wanted.role || String(properties['roleDefinitionId']).endsWith(wanted.role.slice(-36)))
    .filter((item) => !wanted.assignedTo || reaches(item, wanted.assignedTo))
    .filter((item) => !wanted.asTarget || reaches(item, caller))
    .map((item) => {
      const principals = [wanted.assignedTo, wanted.asTarget ? caller : undefined].filter((id) => id !== undefined);
      if (principals.some((id) => id !== principalOf(item).id)) return `${item.name} Group`;
      return `${item.name} ${isAbove(item.properties['scope'] as string, scope) ? 'Inherited' : 'Direct'}`;
    })
    .sort();

const found = (items: readonly Item[]): readonly string[] =>
  items.map(({ name, properties }) => `${name} ${properties['memberType']}`).sort();

describe('filters of the eligibility lists', () => {
  let running: Running;
  let schedules: readonly Item[];
  let instances: readonly Item[];

  beforeAll(async () => {
    running = await startSandbox();
    running.sandbox.faults.set({ kind: 'no-rate-limit' });
    schedules = await running.all(listPath('roleEligibilitySchedules', managementGroup));
    instances = await running.all(listPath('roleEligibilityScheduleInstances', managementGroup));
  });
  afterAll(stopAll);

  describe.each(['roleEligibilitySchedules', 'roleEligibilityScheduleInstances'] as const)('%s', (collection) => {
    test.each(cases)('match the model at every scope with %j', async (wanted) => {
      const all = collection === 'roleEligibilitySchedules' ? schedules : instances;
      for (const scope of scopes) {
        const items = await running.all(listPath(collection, scope, filterText(wanted)));
        expect(found(items)).toEqual(expected(all, scope, wanted));
      }
    });
  });

  test('instances are the schedules that have started', () => {
    const begun = schedules.filter(({ properties }) => Date.parse(String(properties['startDateTime'])) <= start);
    const owners = instances.map(({ properties }) => String(properties['roleEligibilityScheduleId']));
    expect(owners).toEqual(begun.map(({ id }) => id));
  });

  test('names may have any case, and spaces may be plus signs', async () => {
    const filter = `ASSIGNEDTO('${ana.toUpperCase()}')+and+ATSCOPE()`;
    const plain = listPath('roleEligibilitySchedules', managementGroup);
    expect((await running.get(`${plain}&$filter=${filter}`)).body.value).toHaveLength(1);
  });

  test.each([
    'atScope',
    'atScope() or asTarget()',
    'atScope() and',
    'and atScope()',
    "atScope('x')",
    "principalId ne 'x'",
    'principalId eq x',
    "principalId('x')",
    "assignedTo eq 'x'",
    'assignedTo()',
    "status eq 'Provisioned'",
    "principalId eq 'x",
    'atScope()atScope()',
    '%',
  ])('the filter %s is refused', async (filter) => {
    const reply = await running.get(listPath('roleEligibilitySchedules', production, filter));
    expect([reply.status, reply.body.error.code]).toEqual([400, 'InvalidFilter']);
  });

  test('atScope() includes inherited eligibilities, with the fault at-scope-inherited', async () => {
    running.sandbox.faults.set({ kind: 'at-scope-inherited', count: 1 });
    const { body } = await running.get(listPath('roleEligibilitySchedules', ledger, 'atScope()'));
    expect(body.value.map(({ properties }) => properties['memberType'])).toContain('Inherited');
  });
});
