import { accountsIn, directoryGroupsIn, withPinned } from '#policy/file/pin-accounts.ts';

const text = `# People of payments.
people:
  ana: { account: Ana@northwind.example, name: Ana Rossi }   # joined in May
  bo:
    # The lead.
    account: bo@northwind.example
    email: bo@northwind.example
  cy: { id: c1c7c0de-3333-4c33-8c33-0c0c0c0c0c03, account: cy@northwind.example }
groups: { security: { entra: 9C8B7A60-5d4e-4f3a-8b2c-1d0e9f8a7b62 }, staff: [ana] }
`;

it('a policy’s accounts are found with and without an object id, and its groups of the directory', () => {
  expect(accountsIn(text).map(({ key, account, id }) => [key, account, id])).toEqual([
    ['ana', 'ana@northwind.example', undefined],
    ['bo', 'bo@northwind.example', undefined],
    ['cy', 'cy@northwind.example', 'c1c7c0de-3333-4c33-8c33-0c0c0c0c0c03'],
  ]);
  expect(directoryGroupsIn(text)).toEqual([{ name: 'security', id: '9c8b7a60-5d4e-4f3a-8b2c-1d0e9f8a7b62' }]);
});

it('writes an object id before each account, and keeps everything else as it is', () => {
  const pinned = withPinned(
    text,
    new Map([
      ['ana', 'A1'],
      ['bo', 'B2'],
    ]),
  );
  expect(pinned).toContain('  ana: { id: A1, account: Ana@northwind.example, name: Ana Rossi }   # joined in May\n');
  expect(pinned).toContain('    # The lead.\n    id: B2\n    account: bo@northwind.example\n');
  expect(pinned.replace('id: A1, ', '').replace('    id: B2\n', '')).toBe(text);
});
