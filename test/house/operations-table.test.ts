import { readReadme, withOperations } from './operations-table.ts';

test('the README’s table of operations is what the declarations say (node test/house/write-operations.ts writes it)', () => {
  const readme = readReadme();
  expect(readme).toBe(withOperations(readme));
});
