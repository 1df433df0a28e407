import { containerGroup } from '#cloud/operations/container-groups.ts';
import { writeContainerGroup } from '#cloud/operations/container-groups-request.ts';
import { profileOf } from '#cloud/services/profile.ts';
import { documentOf, readOwn, type SecretSlots, toSpec } from '#features/containers/document/documents.ts';
import { readDocument } from '#features/containers/document/read-document.ts';
import { redactSecrets } from '#features/containers/document/redaction.ts';
import { specWithImages } from '#features/containers/form/image-request.ts';
import { compare, hasSettings } from '#features/containers/group-state.ts';
import type { GroupSpec } from '#features/containers/terms.ts';
import { caseCount } from '../../support/case-count.ts';
import { seededRandom } from '../../support/seeded-random.ts';
import { AT, type Json, documentOf as sampleOf, waysIn, withAt } from './document-samples.ts';

const NAMED: SecretSlots = { one: () => 'a-secret', many: () => ({ any: 'a-secret' }) };
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value without secrets, as the vendor returns it and as a body is compared with it. */
const withoutSecrets = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutSecrets);
  if (!isObject(value)) return value;
  const fields = Object.entries(value).filter(
    ([name, field]) => !(isObject(field) && 'secretRef' in field) && name !== 'protectedSettings',
  );
  return Object.fromEntries(fields.map(([name, field]) => [name, withoutSecrets(field)]));
};

/** Values that people name, and settings that are anybody's: nothing is added there. */
const FREE = /^(?:tags|metadata|settings|secret|userAssignedIdentities|novelty\d)$/;

/** Settings as a newer service has them: fields and words that no document lists, at any place. */
const newerOf = (seed: number): Json => {
  const random = seededRandom(seed);
  const one = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const places = (value: unknown) =>
    waysIn(value).filter((path) => isObject(valueAt(value, path)) && !path.some(isFree));
  let settings = withoutSecrets(sampleOf(seed)) as Json;
  for (let count = 1 + (seed % 5); count > 0; count -= 1) {
    const value = one([7, 'new', false, [], {}, ['a', 1], { a: { b: 'c' } }, [{ name: 'x', y: 1 }, { z: 2 }]]);
    settings = withAt(settings, one(places(settings)), (old) => ({
      ...(old as Json),
      [`novelty${count}`]: value,
    })) as Json;
  }
  return withAt(settings, ['properties'], (old) => ({
    ...(old as Json),
    ...(random() < 0.3 ? { sku: 'Burst', networkProfile: { id: 'np' } } : {}),
    volumes: [
      ...((old as { readonly volumes: readonly Json[] }).volumes ?? []),
      ...(random() < 0.5
        ? [{ name: 'source', gitRepo: { repository: 'https://git.example/x.git', revision: 'a1' } }]
        : []),
      { name: 'files', azureFile: { shareName: 's', storageAccountName: 'a', readOnly: random() < 0.5 } },
    ],
  })) as Json;
};

const isFree = (step: string | number): boolean => FREE.test(String(step));
const valueAt = (value: unknown, path: readonly (string | number)[]): unknown =>
  path.reduce<unknown>((at, step) => (at as Json)[step], value);

/** An answer with these settings: read-only fields, nulls, and names in another case. */
const answerOf = (settings: Json) => {
  const { properties, identity, ...beside } = settings as { readonly properties: Json; readonly identity?: Json };
  const { ipAddress, ...others } = properties;
  return containerGroup.parse({
    ...{ id: '/x', name: 'cg', type: 'Vendor.ContainerInstance/containerGroups', systemData: { createdBy: 'a' } },
    ...beside,
    ...(identity ? { identity: { ...identity, principalId: 'p', tenantId: 't' } } : {}),
    Properties: {
      ...others,
      ...(ipAddress ? { IpAddress: { ...(ipAddress as Json), ip: '203.0.113.1', fqdn: null } } : {}),
      ...{ provisioningState: 'Succeeded', instanceView: { state: 'Running' }, isCustomProvisioningTimeout: false },
      ...{ nothing: null, IsCreatedFromStandbyPool: true },
    },
  });
};

const bodyOf = (spec: GroupSpec): unknown =>
  withoutSecrets(JSON.parse(JSON.stringify(writeContainerGroup({ ...AT, ...spec }, profileOf('Vendor')).body)));

describe.each([0, 100, 200])('a change of a group, for seeds after %i', (start) => {
  const seeds = Array.from({ length: caseCount(100) }, (_none, index) => start + index + 1);

  it('accepts its own document unchanged, and leaves every other field as the service has it', async () => {
    for (const seed of seeds) {
      const settings = newerOf(seed);
      const group = answerOf(settings);
      const text = documentOf(group, NAMED);
      const { own } = readOwn(group);
      expect([seed, redactSecrets(text)]).toEqual([seed, text]);
      const read = readDocument(text, own);
      if (!read.ok) throw new Error(`seed ${seed}: ${JSON.stringify(read.problems)}`);
      expect([seed, read.leftOut, bodyOf(toSpec(read.document))]).toEqual([seed, [], settings]);
      expect([seed, compare(toSpec(read.document), group).changes]).toEqual([seed, []]);
      const image = ['properties', 'containers', 0, 'properties', 'image'];
      const changed = withAt(settings, image, () => 'other:2');
      const edited = readDocument(JSON.stringify(withAt(JSON.parse(text), image, () => 'other:2')), own);
      expect([seed, edited.ok && bodyOf(toSpec(edited.document))]).toEqual([seed, changed]);
      const [first] = group.containers;
      const images = new Map([[first?.name ?? '', 'other:2']]);
      const spec = await specWithImages({ group, images, names: new Map() });
      expect([seed, spec && bodyOf(spec)]).toEqual([seed, changed]);
    }
  });

  it('refuses another value where it knows no field, and says what a left out field removes', () => {
    for (const seed of seeds) {
      const group = answerOf(newerOf(seed));
      const data = JSON.parse(documentOf(group, NAMED));
      const { own } = readOwn(group);
      const at = waysIn(data).find((path) => String(path.at(-1)).startsWith('novelty')) ?? [];
      const other = readDocument(JSON.stringify(withAt(data, at, () => 'other')), own);
      expect([seed, other.ok ? [] : other.problems.map(({ path }) => path)]).toEqual([seed, [at]]);
      const holder = at.slice(0, -1);
      const without = withAt(data, holder, (old) => ({ ...(old as Json), [String(at.at(-1))]: null }));
      const read = readDocument(JSON.stringify(without), own);
      if (!read.ok) throw new Error(`seed ${seed}: ${JSON.stringify(read.problems)}`);
      const isEmpty = JSON.stringify(valueAt(data, at)).length === 2;
      expect([seed, isEmpty || compare(toSpec(read.document), group).changes.length > 0]).toEqual([seed, true]);
      expect([seed, hasSettings(toSpec(read.document), group)]).toEqual([seed, true]);
    }
  });
});
