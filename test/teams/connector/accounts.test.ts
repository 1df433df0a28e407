import { createAccounts } from '#teams/connector/conversations/accounts.ts';
import type { Roster } from '#teams/connector/conversations/members.ts';

const here = { id: '19:here@thread.tacv2', serviceUrl: 'https://teams.example/', tenantId: 'tenant' };
const named = Array.from({ length: 5_000 }, (_, n) => `p${n}`);

const rosterOf = (people: readonly string[], isWhole = true): Roster => ({
  accounts: new Map(people.map((id) => [id, `29:${id}`])),
  isWhole,
});

/** The accounts, with those who were asked about. */
const accountsIn = async (roster: Roster | undefined, isWanted: (id: string) => boolean) => {
  const asked: string[] = [];
  const everybody = async (): Promise<Roster> => {
    if (!roster) throw new Error('Teams is away');
    return roster;
  };
  const accounts = createAccounts(
    { accounts: async (ids) => new Map(ids.slice(0, 3).map((id) => [id, `29:${id}`])) },
    { everybody },
  );
  const found = await accounts(here, named, 60, (id) => {
    asked.push(id);
    return isWanted(id);
  });
  return { found, asked };
};

it('of 5,000 named people only those who are in the conversation are asked about', async () => {
  const { found, asked } = await accountsIn(rosterOf(['p7', 'p4000', 'zoe']), (id) => id === 'p4000');
  expect(asked).toEqual(['p7', 'p4000']);
  // All of a small conversation have a view of their own; the wanted come first.
  expect(found).toEqual(['29:p4000', '29:p7', '29:zoe']);
});

it('in a large conversation nobody is asked about once there are enough', async () => {
  const { found, asked } = await accountsIn(rosterOf(named), (id) => Number(id.slice(1)) % 2 === 0);
  expect(found).toHaveLength(60);
  expect(asked).toHaveLength(119);
  expect(found).toEqual(named.filter((_, n) => n % 2 === 0 && n < 120).map((id) => `29:${id}`));
});

it.each([
  ['cannot be read', undefined],
  ['is not whole', rosterOf([], false)],
])('while the roster %s, the wanted have the accounts from which they wrote', async (_what, roster) => {
  const { found } = await accountsIn(roster, (id) => Number(id.slice(1)) >= 490);
  expect(found).toEqual(['29:p490', '29:p491', '29:p492']);
});
