import { codeBlock } from '../../../src/bot/teams-html.ts';
import { readAsked, readWhich } from '../../../src/features/containers/asked.ts';
import {
  readAmount,
  readCommand,
  readGpu,
  readPorts,
  readVariables,
} from '../../../src/features/containers/common-case.ts';
import { takeOutAnswers } from '../../../src/features/containers/take-out-answers.ts';

describe('deploy container', () => {
  it.each([
    ['', {}],
    ['cg-x', { group: 'cg-x' }],
    ['cg-x on Ledger because in May', { group: 'cg-x', place: 'Ledger', reason: 'in May' }],
    ['cg-x image a/b:1 on ledger', { group: 'cg-x', image: 'a/b:1', place: 'ledger' }],
    ['image a/b:1 on ledger', { image: 'a/b:1', place: 'ledger' }],
    ['on ledger because', { place: 'ledger', reason: '' }],
  ])('“%s”', (text, asked) => {
    expect(readAsked(text)).toEqual(asked);
  });

  it.each([
    ['on ledger\nproperties:\n  osType: Linux', 'properties:\n  osType: Linux'],
    ['on ledger { "properties": {} }', '{ "properties": {} }'],
    ['on ledger\n```yaml\nlocation: x\n```', 'location: x'],
    ['on ledger\n---\nlocation: x', '---\nlocation: x'],
  ])('takes the document out of %j', (text, document) => {
    expect(readAsked(text)).toMatchObject({ place: 'ledger', document });
  });

  it('takes the block of code in the place of the text, whose lines it keeps', () => {
    const html =
      '<p>deploy container</p><codeblock class="Yaml"><code>a:<br>&nbsp; b: &quot;c&quot;</code></codeblock>';
    expect(readAsked('a:\nb: "c"', codeBlock(html))).toEqual({ document: 'a:\n  b: "c"' });
  });
});

it.each([
  ['cg-x on Ledger', { group: 'cg-x', place: 'Ledger' }],
  ['on Ledger', { group: '', place: 'Ledger' }],
  ['CG-X', { group: 'cg-x' }],
  ['', { group: '' }],
])('container %j', (text, which) => {
  expect(readWhich(text)).toEqual(which);
});

it.each([
  [
    readPorts('80, 53/udp; 443/TCP'),
    [
      { port: 80, protocol: 'TCP' },
      { port: 53, protocol: 'UDP' },
      { port: 443, protocol: 'TCP' },
    ],
  ],
  [readPorts('0'), undefined],
  [readPorts('80-90'), undefined],
  [readAmount('1,5'), 1.5],
  [readAmount('0'), undefined],
  [readAmount('-1'), undefined],
  [readGpu('2 x v100'), { count: 2, sku: 'V100' }],
  [readGpu('V200'), undefined],
  [readCommand(`run "first of" 'the month' -x`), ['run', 'first of', 'the month', '-x']],
  [readCommand('run "open'), undefined],
  [
    readVariables('A=1\n\nB=secret:x'),
    {
      variables: [
        { name: 'A', value: '1' },
        { name: 'B', secureValue: { secretRef: 'x', digest: '' } },
      ],
    },
  ],
  [readVariables('A=1\nA=2'), { wrong: 'A' }],
  [readVariables('no equals'), { wrong: 'no equals' }],
  [readVariables('A=secret:../x'), { wrong: 'A' }],
])('what people type is read (%#)', (read, meant) => {
  expect(read).toEqual(meant);
});

it.each([
  ['environment', 'REGION=eu\nDB_PASSWORD=hunter2', 'REGION=eu\nDB_PASSWORD=***'],
  ['environment', 'DB_PASSWORD=secret:db', 'DB_PASSWORD=secret:db'],
  ['environment', 'URL=postgres://u:hunter2@db/x', 'URL=postgres://u:***@db/x'],
  ['command', 'run --password hunter2 --day=1', 'run --password *** --day=1'],
  ['document', 'password: hunter2', 'password: "***"'],
  ['document', 'x: [{ secret: { a: hunter2 }', ''],
])('of what is typed as %s no secret is kept: %j', (field, typed, kept) => {
  expect(takeOutAnswers({ [field]: typed })[field]).toBe(kept);
});
