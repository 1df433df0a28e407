import { MINUTE } from '#platform/lib/clock.ts';
import { silentLog } from '#platform/lib/logger.ts';
import { openPolicy } from '#policy/file/policy-store.ts';
import { directorySection } from '#policy/model/sections.ts';
import type { Policy } from '#policy/policy.ts';
import type { Directory, Membership } from '#teams/directory/directory.ts';
import { createManualClock, type ManualClock } from '../support/manual-clock.ts';
import { createPolicyFolder, type PolicyFolder } from './policy-folder.ts';

const ana = 'a1a7c0de-1111-4a11-8a11-0a0a0a0a0a01';
const gwen = '71c0a5d2-0b6e-4f19-93a8-2d4c6e8f0a11';
const guest = 'e1d7c0de-5555-4e55-8e55-0e0e0e0e0e05';
const otherGroup = '9c8b7a60-5d4e-4f3a-8b2c-1d0e9f8a7b60';
const group = '9c8b7a60-5d4e-4f3a-8b2c-1d0e9f8a7b62';

const text = `people:
  ana: { id: ${ana} }
groups:
  staff: [ana]
  security: { entra: ${group} }
`;

const people = (...ids: string[]): Membership => ({
  people: ids.map((objectId) => ({
    objectId,
    name: objectId === ana ? 'Ana Rossi' : 'Gwen Adler',
    account: objectId === guest ? 'ed_contoso#ext#@northwind.example' : `${objectId.slice(0, 4)}@northwind.example`,
  })),
});

let folder: PolicyFolder;
let clock: ManualClock;
let there: Membership;
let reads: string[][];
const changed = jest.fn<void, [Policy, ReadonlySet<string>?]>();

beforeEach(() => {
  folder = createPolicyFolder(text);
  clock = createManualClock();
  there = people(ana, gwen);
  reads = [];
  changed.mockClear();
});
afterEach(() => folder.clear());

/** A directory whose groups all have what `there` is at the moment of a read. */
const createStandIn = (): Directory => {
  const newest = new Map<string, { at: number; number: number; membership: Membership }>();
  return {
    membership: (wanted, freshness) => {
      const last = newest.get(wanted);
      const isFresh =
        'since' in freshness
          ? (last?.number ?? 0) > freshness.since
          : clock.now() - (last?.at ?? 0) <= freshness.maxAgeMs;
      return isFresh ? last?.membership : undefined;
    },
    async read(groups) {
      reads.push([...groups]);
      for (const one of groups) newest.set(one, { at: clock.now(), number: reads.length, membership: there });
      return reads.length - 1;
    },
  };
};

const open = async (more = '') => {
  folder.write(text + more);
  const base = { file: folder.file, sections: [directorySection], clock, log: silentLog, tenantId: 'tenant' };
  const store = await openPolicy({ ...base, directory: createStandIn() });
  store.onChange(changed);
  return store;
};

const namesIn = (policy: Policy, name: string) => policy.membersOf(name).map((person) => person.name);

it('before the first read nobody is in the group, and it is unread', async () => {
  const policy = (await open()).current();
  expect([policy.membersOf('security'), policy.unreadAmong(['staff', 'security'])]).toEqual([[], ['security']]);
});

it('a read gives the members, with names from the directory, and a person of the file both groups', async () => {
  const policy = await open();
  await policy.start();
  policy.stop();
  expect(namesIn(policy.current(), 'security')).toEqual(['Ana Rossi', 'Gwen Adler']);
  expect(policy.current().groupsOf(ana)).toEqual(['staff', 'security']);
  expect([policy.current().isNamed(ana), policy.current().isNamed(gwen)]).toEqual([true, false]);
});

it('a guest counts only where the policy admits guests', async () => {
  there = people(guest);
  const refusing = await open();
  await refusing.readNow(['security']);
  expect(refusing.current().membersOf('security')).toEqual([]);
  const allowing = await open('guests: allow\n');
  await allowing.readNow(['security']);
  expect(allowing.current().membersOf('security')).toHaveLength(1);
});

it('nobody gets rights by an account that is called as a name of the policy', async () => {
  there = { people: [{ objectId: gwen, account: 'ana' }] };
  const policy = await open();
  await policy.readNow(['security']);
  expect([policy.current().isIn(gwen, ['ana']), policy.current().person('ana')?.objectId]).toEqual([false, ana]);
});

it('a decision reads the groups that it names, and takes nothing that was read before', async () => {
  const policy = await open();
  await policy.start();
  policy.stop();
  there = { trouble: 'away' };
  const now = await policy.readNow(['staff', 'security']);
  expect(reads).toEqual([[group], [group]]);
  expect(now.current().unreadAmong(['security'])).toEqual(['security']);
});

it('a failed read takes the place of the one before, and the next good one is in force at once', async () => {
  const policy = await open();
  await policy.readNow(['security']);
  there = { trouble: 'throttled' };
  await policy.readNow(['security']);
  expect(policy.current().membersOf('security')).toEqual([]);
  there = people(gwen);
  await policy.readNow(['security']);
  expect(namesIn(policy.current(), 'security')).toEqual(['Gwen Adler']);
  expect(changed.mock.calls.map(([, groups]) => [...(groups ?? [])])).toEqual([['security'], ['security']]);
});

it('what was read long ago is unknown', async () => {
  const policy = await open();
  await policy.readNow(['security']);
  clock.advance(10 * MINUTE);
  expect(namesIn(policy.current(), 'security')).toHaveLength(2);
  clock.advance(MINUTE);
  expect(policy.current().unreadAmong(['security'])).toEqual(['security']);
});

it('names without a group of the directory cost no read', async () => {
  const policy = await open();
  const now = await policy.readNow(['staff', 'ana']);
  expect([reads, now.current()]).toEqual([[], policy.current()]);
});

it('after another file came into force, a decision takes nothing that it has not read itself', async () => {
  folder.write(`${text}  audit: { entra: ${otherGroup} }\n`);
  const base = { file: folder.file, sections: [directorySection], clock, log: silentLog, tenantId: 'tenant' };
  const policy = await openPolicy({ ...base, directory: createStandIn() });
  await policy.readNow(['security', 'audit']);
  const now = await policy.readNow(['security']);
  expect(now.current().unreadAmong(['security', 'audit'])).toEqual([]);
  folder.write(`${text}  audit: { entra: ${otherGroup} }\nguests: refuse\n`);
  await policy.reload();
  expect(now.current().unreadAmong(['security', 'audit'])).toEqual(['audit']);
});

it.each([
  ['security: { entra: nonsense }', 'is not the object id of a group'],
  [`security: { entra: ${group}, and: [ana] }`, 'is not a known key here'],
  [`security: { entra: ${group} }\n  again: { entra: ${group} }`, 'are the same group of the directory'],
])('%s is a problem', async (written, message) => {
  folder.write(text.replace(/security: .*/, written));
  const base = { file: folder.file, sections: [directorySection], clock, log: silentLog, tenantId: 'tenant' };
  await expect(openPolicy(base)).rejects.toMatchObject({ message: expect.stringContaining(message) });
});

it('a person who is named by an account alone is a problem until the id is beside it', async () => {
  folder.write(text.replace(`{ id: ${ana} }`, '{ account: ana@northwind.example }'));
  const base = { file: folder.file, sections: [directorySection], clock, log: silentLog, tenantId: 'tenant' };
  await expect(openPolicy(base)).rejects.toMatchObject({ message: expect.stringContaining('check FILE --online') });
});
