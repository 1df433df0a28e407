import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { compiled } from '../../../test/support/compiled.ts';
import { appToken, startSandbox, stopAll } from './support.ts';

const program = resolve(import.meta.dirname, '../../../src/cli/sandbox-vendor.ts');
const children: ChildProcessWithoutNullStreams[] = [];

const run = (...args: readonly string[]): ChildProcessWithoutNullStreams => {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program, ...args], {
    env: { ...process.env, ...compiled },
  });
  children.push(child);
  return child;
};

const addressOf = async (child: ChildProcessWithoutNullStreams): Promise<string> => {
  const [printed] = (await once(child.stdout, 'data')) as [Buffer];
  return /http:\/\/127\.0\.0\.1:\d+/.exec(printed.toString())?.[0] ?? '';
};

const ended = async (child: ChildProcessWithoutNullStreams): Promise<{ code: number; errors: string }> => {
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString();
  });
  const [code] = (await once(child, 'close')) as [number];
  return { code, errors };
};

afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await stopAll();
});

test('the program prints its address, serves the given namespace, and ends with 0', async () => {
  const child = run('--port', '0', '--namespace', 'Microsoft');
  const info = await fetch(`${await addressOf(child)}/__sandbox/info`);
  const { namespace, tokens } = (await info.json()) as { namespace: string; tokens: { app: string } };
  child.kill('SIGTERM');
  expect([namespace, `Bearer ${tokens.app}`, (await ended(child)).code]).toEqual(['Microsoft', appToken, 0]);
});

test('the program ends with 1 and names a port that is in use', async () => {
  const { sandbox } = await startSandbox();
  const { port } = new URL(sandbox.url);
  const { code, errors } = await ended(run('--port', port));
  expect([code, errors]).toEqual([1, `The vendor sandbox could not start: port ${port} is taken\n`]);
});

test.each([['--port', 'seventy'], ['--namespace', 'Contoso'], ['--colour']])(
  'the program refuses the arguments %s %s and prints its usage',
  async (...args) => {
    const { code, errors } = await ended(run(...args.filter((arg) => arg !== undefined)));
    expect([code, errors]).toEqual([1, expect.stringContaining('usage:')]);
  },
);
