import type { FormContext } from '#bot/commands/registry.ts';
import { codeBlock } from '#bot/turn/html.ts';
import type { Turn } from '#bot/turn/turn.ts';
import { VendorError } from '#cloud/errors/errors.ts';
import { containerGroup } from '#cloud/operations/container-groups.ts';
import { changesSection } from '#engine/changes/decision/rules.ts';
import { container, deployContainer, referenceOf } from '#features/containers/chat/commands.ts';
import { documentForm } from '#features/containers/chat/deploy-form.ts';
import { readTypedDocument } from '#features/containers/document/typed-document.ts';
import type { DeployFormContext } from '#features/containers/form/context.ts';
import { redactAnswers } from '#features/containers/form/document-page.ts';
import {
  parseAmount,
  parseCommandLine,
  parseGpu,
  parsePorts,
  parseVariables,
} from '#features/containers/form/field-values.ts';
import { addressFields, groupField } from '#features/containers/form/fields.ts';
import { containersSection } from '#features/containers/policy.ts';
import type { Services } from '#features/feature.ts';
import { loadTexts } from '#platform/texts/texts.ts';
import type { Answers } from '#teams/cards/form.ts';
import cases from '../../fixtures/containers/form.json' with { type: 'json' };
import { createTestPolicy } from '../../support/policy.ts';
import { typedArguments } from '../../support/typed-arguments.ts';

const argumentsOf = typedArguments([container, deployContainer]);
const typed = (text: string) => argumentsOf(`deploy container ${text}`);

describe('deploy container', () => {
  it.each(cases.texts)('“$text”', ({ text, asked }) => {
    expect(typed(text)).toEqual(asked);
  });

  it.each([
    ['on ledger\nproperties:\n  osType: Linux', 'properties:\n  osType: Linux'],
    ['on ledger { "properties": {} }', '{ "properties": {} }'],
    ['on ledger\n```yaml\nlocation: x\n```', 'location: x'],
    ['on ledger\n---\nlocation: x', '---\nlocation: x'],
  ])('finds the document in %j', (text, document) => {
    const args = typed(text);
    expect([args?.place, readTypedDocument(args?.document ?? '')]).toEqual(['ledger', document]);
  });

  it('prefers the code block, which preserves the lines', () => {
    const html =
      '<p>deploy container</p><codeblock class="Yaml"><code>a:<br>&nbsp; b: &quot;c&quot;</code></codeblock>';
    expect(readTypedDocument('a:\nb: "c"', codeBlock(html))).toBe('a:\n  b: "c"');
  });
});

describe('deploy container, as a message', () => {
  const policy = createTestPolicy(
    'people: {}\nplaces: { ledger: { scope: subscriptions/0d5f6a11-7c3e-4b59-9a41-5e2f8b7c1d01/resourceGroups/rg-ledger } }\ncontainers: { deny: [], places: { ledger: { secrets: [registry-pull] } } }\nchanges: { rules: [{ name: all, change: containers.deploy, ask: everyone, approvals: 0 }] }\n',
    [containersSection, changesSection],
  );
  const resources = { requests: { cpu: 1, memoryInGB: 1 } };
  const two = { image: 'a:1', resources, command: ['sh', '-c', 'echo "hi there"'] };
  const group = containerGroup.parse({
    ...{ id: '/x', name: 'cg-x' },
    properties: { osType: 'Linux', containers: [{ name: 'a', properties: two }] },
  });
  const services = {
    vendor: { requireService: () => undefined, call: async () => group },
    policy,
    changes: { list: async () => [] },
    secrets: async () => {
      throw new VendorError({ code: 'Vendor.SecretUnreadable', text: 'vendor.error.secretUnreadable', arrived: 'no' });
    },
  } as unknown as Services;
  const words = loadTexts().for('en');
  const pageOf = (answers: Answers) => {
    const turn = { words, who: { objectId: 'a' }, answerBy: 9_000 } as Turn;
    return documentForm.pages[0]?.({ answers, turn, services } as FormContext);
  };
  const answer = (asked: string, more: Partial<Turn> = {}) => {
    const turn = { typed: { kind: 'text', content: asked }, who: { objectId: 'a' }, answerBy: 9_000, ...more } as Turn;
    return deployContainer.run(turn, typed(asked) ?? {}, services);
  };

  it('with a file opens the document form, which says that Steward opens no files', async () => {
    const answers = { place: 'ledger', attached: 'yes' };
    expect(await answer('on ledger', { attached: true })).toMatchObject({ form: 'containers.documentForm', answers });
    expect(await pageOf(answers)).toMatchObject({ intro: words.markdown('containers.form.attached') });
  });

  it('with a secret that Steward may not read says so', async () => {
    const secureValue = { secretRef: 'registry-pull' };
    const properties = { ...two, environmentVariables: [{ name: 'A', secureValue }] };
    const document = JSON.stringify({ properties: { osType: 'Linux', containers: [{ name: 'a', properties }] } });
    const problem = words.plain('containers.problem.unreadableSecret');
    expect(JSON.stringify(await pageOf({ place: 'ledger', document }))).toContain(problem);
  });

  it('opens a group’s document where the questions cannot express it exactly', async () => {
    const opened = await answer('cg-x on ledger because we try');
    expect(opened).toMatchObject({ form: 'containers.documentForm', answers: { group: 'cg-x', reason: 'we try' } });
    expect(JSON.stringify(opened)).toContain('a:1');
  });

  it('with another image opens the form of one field', async () => {
    const answers = { group: 'cg-x', image: 'a:2', container: 'a' };
    expect(await answer('cg-x image a:2 on ledger')).toMatchObject({ form: 'containers.imageForm', answers });
  });

  it('without a file opens the questions', async () => {
    expect(await answer('on ledger')).toMatchObject({ form: 'containers.caseForm' });
  });
});

it.each([
  ['cg-x on Ledger', { group: 'cg-x', place: 'Ledger' }],
  ['on Ledger', { group: '', place: 'Ledger' }],
  ['CG-X', { group: 'cg-x' }],
  ['', { group: '' }],
])('container %j', (text, which) => {
  expect(referenceOf(argumentsOf(`container ${text}`) ?? {})).toEqual(which);
});

it.each([
  [
    parsePorts('80, 53/udp; 443/TCP'),
    [
      { port: 80, protocol: 'TCP' },
      { port: 53, protocol: 'UDP' },
      { port: 443, protocol: 'TCP' },
    ],
  ],
  [parsePorts('0'), undefined],
  [parsePorts('80-90'), undefined],
  [parseAmount('1,5'), 1.5],
  [parseAmount('0'), undefined],
  [parseAmount('-1'), undefined],
  [parseGpu('2 x v100'), { count: 2, sku: 'V100' }],
  [parseGpu('V200'), undefined],
  [parseCommandLine(`run "first of" 'the month' -x`), ['run', 'first of', 'the month', '-x']],
  [parseCommandLine('run “first of” ‘the month’ don’t'), ['run', 'first of', 'the month', 'don’t']],
  [parseCommandLine('run "open'), undefined],
  [
    parseVariables('A=1\n\nB=secret:x'),
    {
      variables: [
        { name: 'A', value: '1' },
        { name: 'B', secureValue: { secretRef: 'x', digest: '' } },
      ],
    },
  ],
  [parseVariables('A=1\nA=2'), { wrong: 'A' }],
  [parseVariables('no equals'), { wrong: 'no equals' }],
  [parseVariables('A=secret:../x'), { wrong: 'A' }],
])('typed answers are parsed (%#)', (read, meant) => {
  expect(read).toEqual(meant);
});

it.each(cases.secrets)('no secret typed as $field is kept: $typed', async ({ field, typed, kept }) => {
  expect((await redactAnswers({ [field]: typed }))[field]).toBe(kept);
});

describe('the form takes a name by the vendor’s published rules', () => {
  const words = loadTexts().for('en');
  const policy = createTestPolicy(
    'people: {}\ncontainers: { deny: [] }\nchanges: { rules: [{ name: all, change: containers.deploy, ask: everyone, approvals: 0 }] }\n',
    [containersSection, changesSection],
  );
  const form = {
    words,
    policy: policy.current(),
    answers: { address: 'Public' },
    places: [],
  } as unknown as DeployFormContext;
  const label = addressFields(form).find(({ id }) => id === 'label')?.schema;

  it.each([
    ['cg-ledger-jobs', true],
    ['7', true],
    ['a'.repeat(63), true],
    ['a'.repeat(64), false],
    ['a--b', false],
    ['-a', false],
    ['odd_b', false],
  ])('the group %s: %s', (text, taken) => {
    expect(groupField(form).schema.safeParse(text).success).toBe(taken);
  });

  it.each([
    ['northwind-jobs', true],
    ['a2345', true],
    ['abc', false],
    ['1abcd', false],
    ['abcd-', false],
    [`a${'b'.repeat(63)}`, false],
  ])('the DNS label %s: %s', (text, taken) => {
    expect(label?.safeParse(text).success).toBe(taken);
  });
});
