import { tmpdir } from 'node:os';
import { startProgram } from '../../../test/support/steward-process.ts';
import { appToken, useSandbox } from './support.ts';

const start = (...args: readonly string[]) => startProgram('cli/sandbox-vendor', tmpdir(), {}, args);

const running = useSandbox();

test('the program prints its address, serves the given namespace, and ends with 0', async () => {
  const program = start('--port', '0', '--namespace', 'Microsoft');
  const [address = ''] = /http:\/\/127\.0\.0\.1:\d+\/__sandbox\/info/.exec(await program.printed('/info')) ?? [];
  const { namespace, tokens } = (await (await fetch(address)).json()) as { namespace: string; tokens: { app: string } };
  const { code } = await program.stop();
  expect([namespace, `Bearer ${tokens.app}`, code]).toEqual(['Microsoft', appToken, 0]);
});

test('the program ends with 1 and names a port that is in use', async () => {
  const { port } = new URL(running.sandbox.url);
  const { code, errors } = await start('--port', port).ended;
  expect([code, errors]).toEqual([1, `The vendor sandbox could not start: port ${port} is taken\n`]);
});

test.each([['--port', 'seventy'], ['--namespace', 'Contoso'], ['--colour']])(
  'the program refuses the arguments %s %s and prints its usage',
  async (...args) => {
    const { code, errors } = await start(...args.filter((arg) => arg !== undefined)).ended;
    expect([code, errors]).toEqual([1, expect.stringContaining('usage:')]);
  },
);
