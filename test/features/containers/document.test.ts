import { writeContainerGroup } from '#cloud/operations/container-groups-request.ts';
import { profileOf } from '#cloud/services/profile.ts';
import { toSpec } from '#features/containers/document/documents.ts';
import { formatPath } from '#features/containers/document/problems.ts';
import { readDocument } from '#features/containers/document/read-document.ts';
import { redactSecrets } from '#features/containers/document/redaction.ts';
import { redactDocument } from '#features/containers/form/document-page.ts';
import { type ContainerPlace, deniedActions } from '#features/containers/policy.ts';
import { violationsOf } from '#features/containers/policy-violations.ts';
import { readGroupBody } from '../../../sandbox/cloud/containers/group-body.ts';
import cases from '../../fixtures/containers/document.json' with { type: 'json' };
import { AT, asYaml, documentOf, type Json, waysIn, withAt } from './document-samples.ts';

const SEEDS = Array.from({ length: 20 }, (_none, seed) => seed + 1);
const CANARY = 'Hunter2-canary-7f3e';

/** The client's replacement of a secret: text, or base64 in a volume. */
const opened = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(opened);
  if (typeof value !== 'object' || value === null) return value;
  if ('secretRef' in value) return 'c2VjcmV0';
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, opened(field)]));
};

describe.each(['YAML', 'JSON'])('a document as %s', (form) => {
  const write = (document: unknown): string =>
    form === 'JSON' ? JSON.stringify(document, null, 2) : asYaml(document).trim();

  it('with every allowed field is accepted completely, and the vendor accepts the resulting call', () => {
    for (const seed of SEEDS) {
      const read = readDocument(write(documentOf(seed)));
      if (!read.ok) throw new Error(`seed ${seed}: ${JSON.stringify(read.problems)}`);
      const { body } = writeContainerGroup({ ...AT, ...toSpec(read.document) }, profileOf('Vendor'));
      const sent = JSON.parse(JSON.stringify(body));
      readGroupBody(opened(sent));
      // Nothing is lost: every value of the document is sent, at its path.
      for (const path of waysIn(documentOf(seed))) {
        if (typeof valueAt(documentOf(seed), path) === 'object' || path.includes('secretRef')) continue;
        expect([seed, formatPath(path), valueAt(sent, path)]).toEqual([
          seed,
          formatPath(path),
          valueAt(documentOf(seed), path),
        ]);
      }
    }
  });

  it('with one wrong value is refused at its path and line, and no value is repeated', () => {
    for (const seed of SEEDS) {
      const document = documentOf(seed);
      const ways = waysIn(document).filter((path) => path.length > 0 && !isFree(path));
      const path = ways[seed % ways.length] ?? [];
      const wrong = write(withAt(document, path, (old) => (typeof old === 'object' ? CANARY : { [CANARY]: { x: 1 } })));
      const read = readDocument(wrong);
      if (read.ok) throw new Error(`seed ${seed}: taken with ${formatPath(path)} wrong`);
      const problem = read.problems.find((problem) => formatPath(problem.path).startsWith(formatPath(path)));
      expect([seed, problem === undefined ? formatPath(path) : '']).toEqual([seed, '']);
      expect(JSON.stringify(read.problems.map(({ values }) => values))).not.toContain(CANARY);
      expect(problem?.line).toBeLessThanOrEqual(wrong.split('\n').length);
    }
  });

  it('with an unknown field is refused at the line of that field', () => {
    for (const seed of SEEDS) {
      const text = write(withAt(documentOf(seed), ['properties'], (old) => ({ strange: 1, ...(old as Json) })));
      const read = readDocument(text);
      expect(read).toMatchObject({ ok: false });
      const problem = read.ok ? undefined : read.problems.find(({ path }) => path.at(-1) === 'strange');
      expect(text.split('\n')[(problem?.line ?? 0) - 1]).toContain('strange');
    }
  });

  it('keeps no typed secret anywhere, and reports the path of each', () => {
    for (const seed of SEEDS.slice(0, 5)) {
      const document = documentOf(seed);
      for (const path of waysIn(document).filter((way) => way.at(-1) === 'secretRef')) {
        const text = write(withAt(document, path.slice(0, -1), () => CANARY));
        const kept = redactSecrets(text) ?? '';
        expect(kept).not.toContain(CANARY);
        expect(redactSecrets(kept)).toBe(kept);
        const read = readDocument(kept);
        expect(read.ok ? [] : read.problems.map((problem) => formatPath(problem.path))).toContain(
          formatPath(path.slice(0, -1)),
        );
      }
    }
  });

  it('without secrets stays unchanged', () => {
    for (const seed of SEEDS) {
      const text = write(documentOf(seed));
      expect(redactSecrets(text)).toBe(text);
    }
  });

  it('that is cut off anywhere shows no secret of it', () => {
    const text = write(
      withAt(documentOf(7), ['properties', 'imageRegistryCredentials'], () => [{ server: 's', password: CANARY }]),
    );
    for (let end = 1; end < text.length; end += 31) {
      const kept = redactSecrets(text.slice(0, end)) ?? '';
      expect(kept).not.toContain(CANARY.slice(0, 9));
    }
  });
});

describe('a secret is removed', () => {
  it.each([
    ['in a comment', `location: x # password: ${CANARY}\n# DB_PASS ${CANARY}\nzones: ["#1"] #${CANARY}`],
    ['behind an option of a command', `command: [app, --db-password, ${CANARY}]`],
    ['behind an option, line by line', `command:\n  - app\n  - "--token"\n  - ${CANARY}`],
    ['quoted, behind an option', `command: [sh, -c, "app --db-pass '${CANARY} x'"]`],
    ['in a variable named _PASS', `environmentVariables: [{ name: DB_PASS, value: ${CANARY} }]`],
    ['in a field named _PASS', `tags: { DB_PASS: ${CANARY} }`],
  ])('%s, and wherever the text is cut off', (_where, text) => {
    for (let end = text.length; end > 0; end -= 1) {
      expect(redactSecrets(text.slice(0, end)) ?? '').not.toContain(CANARY.slice(0, 9));
    }
  });

  it('and similar text is kept', () => {
    const text =
      'tags: { bypass: x, compass: y }\ncommand: [app, --day, "# no comment", a#b]\nshared: &b [x]\nzones: *b';
    expect(redactSecrets(text)).toBe(text);
  });

  it.each([
    ['', 'password: *pw, url: *pw, token: *pw'],
    ['{ x: ', 'secret: *pw'],
  ])('once, where aliases repeat it (%#)', (open, fields) => {
    const text = (secret: string) => `a: &pw ${open}${secret}${open && ' }'}\nb: { ${fields} }\nc: 1`;
    expect(redactSecrets(text(CANARY))).toBe(text('"***"'));
    expect(redactSecrets(`${text(CANARY)}\nd: [`)).toBeUndefined();
  });
});

describe('a document made to be slow to parse', () => {
  const ALIASES = Array.from({ length: 99 }, (_none, n) => `b${n}: *a`).join('\n');

  it.each([
    ['of brackets within brackets', '{'.repeat(400)],
    ['of mappings as keys', '{a: b,'.repeat(60)],
    ['of 99 aliases that repeat a long list', `a: &a [${'1,'.repeat(15_000)}]\n${ALIASES}`],
    [
      'of aliases that repeat aliases',
      `a: &a [${'1,'.repeat(50)}]\nb: &b [${'*a,'.repeat(50)}]\nc: [${'*b,'.repeat(50)}]`,
    ],
  ])('%s is rejected as YAML at once', (_what, text) => {
    const { user } = process.threadCpuUsage();
    expect(readDocument(text)).toMatchObject({ ok: false, problems: [{ rule: 'noYaml' }] });
    redactSecrets(text);
    // Without the limits these took seconds or all memory.
    expect((process.threadCpuUsage().user - user) / 1_000).toBeLessThan(1_000);
  });

  it('a document made to be slow to parse has at most a hundred reported faults', () => {
    const read = readDocument(Array.from({ length: 3_000 }, (_none, n) => `k${n}: 1`).join('\n'));
    expect(read.ok ? 0 : read.problems.length).toBe(100);
  });

  it('a document made to be slow to parse is not stored if it is too long, whatever its text', async () => {
    expect(await redactDocument('a: 1\n'.repeat(7_000))).toEqual({ unkept: 'tooLong' });
    expect(await redactDocument('a: 1\n'.repeat(100))).toHaveProperty('kept');
  });
});

const valueAt = (value: unknown, path: readonly (string | number)[]): unknown =>
  path.reduce<unknown>((at, step) => (at as Json | undefined)?.[step], value);

/** Paths that accept any value. */
const isFree = (path: readonly (string | number)[]): boolean => path.includes('settings');

describe("the vendor's rules", () => {
  const write = (more: object = {}, containers: object = { name: 'web' }) => {
    const properties = { image: 'registry.example/web:1', resources: { requests: { cpu: 1, memoryInGB: 1 } } };
    const whole = { osType: 'Linux', containers: [{ properties, ...containers }], ...more };
    return readDocument(JSON.stringify({ properties: whole }));
  };
  const faultsOf = (read: ReturnType<typeof readDocument>) =>
    read.ok ? [] : read.problems.map(({ path, rule }) => [formatPath(path), rule]);

  it.each(['abc', '1abcde', 'abcd-', 'ab_cde', 'a'.repeat(64)])('refuse the DNS label %s', (dnsNameLabel) => {
    const read = write({ ipAddress: { type: 'Public', ports: [{ port: 80 }], dnsNameLabel } });
    expect(faultsOf(read)).toEqual([['properties.ipAddress.dnsNameLabel', 'label']]);
  });

  it.each(['web_1', 'a--b', '-web', 'web-', 'a'.repeat(64)])('refuse the container name %s', (name) => {
    expect(faultsOf(write({}, { name }))).toEqual([['properties.containers[0].name', 'name']]);
  });
});

describe('violations of the policy', () => {
  const place: ContainerPlace = {
    key: 'ledger',
    title: 'Ledger',
    subscriptionId: AT.subscriptionId,
    resourceGroup: 'rg-ledger',
    location: undefined,
    deny: [],
    images: undefined,
    most: {},
    restart: ['Always', 'OnFailure', 'Never'],
    secrets: ['registry-pull', 'ledger-db-password', 'ledger-tls'],
    groups: [],
  };
  const plain = {
    osType: 'Linux' as const,
    containers: [{ name: 'a', image: 'nginx', resources: { requests: { cpu: 1, memoryInGB: 1 } } }],
  };
  const [first] = plain.containers;
  const ports = [{ port: 80 }];
  const rulesOf = (spec: object, more: Partial<ContainerPlace> = {}): string[] =>
    violationsOf({ ...plain, ...spec }, { ...place, ...more }).map(({ rule }) => rule);

  it.each([
    ['privileged', { containers: [{ ...first, securityContext: { privileged: true } }] }],
    ['privileged', { initContainers: [{ name: 'i', securityContext: { privileged: true } }] }],
    ['capabilities', { containers: [{ ...first, securityContext: { capabilities: { add: ['SYS_ADMIN'] } } }] }],
    ['publicAddress', { ipAddress: { type: 'Public', ports } }],
    ['unsecureLabel', { ipAddress: { type: 'Private', ports, dnsNameLabel: 'x' } }],
    [
      'unsecureLabel',
      { ipAddress: { type: 'Private', ports, dnsNameLabel: 'x', autoGeneratedDomainNameLabelScope: 'Unsecure' } },
    ],
  ])('%s is reported if it is denied, and only then', (rule, spec) => {
    expect(rulesOf(spec, { deny: deniedActions })).toEqual([rule]);
    expect(rulesOf(spec, { deny: deniedActions.filter((one) => one !== rule) })).toEqual([]);
  });

  it.each(['TenantReuse', 'SubscriptionReuse', 'ResourceGroupReuse', 'NoReuse'])(
    'a label with %s is protected',
    (scope) => {
      const ipAddress = { type: 'Private', ports, dnsNameLabel: 'x', autoGeneratedDomainNameLabelScope: scope };
      expect(rulesOf({ ipAddress }, { deny: deniedActions })).toEqual([]);
    },
  );

  it.each([
    ['cpu', { most: { cpu: 0.5 } }],
    ['memory', { most: { memoryInGB: 0.5 } }],
    ['containers', { most: { containers: 0 } }],
    ['restart', { restart: ['Never'] as const }],
    ['image', { images: [{ key: 'own', from: 'registry.northwind.example' }] }],
  ])('%s beyond the policy’s limit is reported', (rule, more) => {
    expect(rulesOf({}, more)).toEqual([rule]);
  });

  it('count limits as well as requests, over all containers', () => {
    const resources = { requests: { cpu: 1, memoryInGB: 1 }, limits: { cpu: 3 } };
    const containers = [first, { ...first, name: 'b', resources }];
    expect(rulesOf({ containers }, { most: { cpu: 4 } })).toEqual([]);
    expect(rulesOf({ containers }, { most: { cpu: 3.9 } })).toEqual(['cpu']);
  });

  it.each(cases.images)('$image comes from $from: $comes', ({ image, from, comes }) => {
    expect(rulesOf({ containers: [{ ...first, image }] }, { images: [{ key: 'own', from }] })).toEqual(
      comes ? [] : ['image'],
    );
  });

  it('a secret that the policy does not allow at the place is reported', () => {
    const containers = [
      { ...first, environmentVariables: [{ name: 'A', secureValue: { secretRef: 'other', digest: '' } }] },
    ];
    expect(rulesOf({ containers })).toEqual(['secret']);
  });
});
