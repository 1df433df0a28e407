import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { policySections } from '#features/index.ts';
import { readPolicy } from '#policy/file/read-policy.ts';
import { ROOT } from '../house/source.ts';

const blocksOf = (file: string): string =>
  [...readFileSync(join(ROOT, file), 'utf8').matchAll(/^```yaml\n([\s\S]*?)^```$/gm)]
    .map(([, block]) => block)
    .join('\n');

it('the examples in docs/policy.md form one policy without a problem', () => {
  expect(readPolicy(blocksOf('docs/policy.md'), policySections, undefined)).toMatchObject({ ok: true });
});

it('every section of the policy has an example in docs/policy.md', () => {
  const shown = blocksOf('docs/policy.md');
  expect(policySections.map(({ name }) => name).filter((name) => !new RegExp(`^${name}:`, 'm').test(shown))).toEqual(
    [],
  );
});
