import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { layoutFault } from './layout-rules.ts';
import { filesBelow, ROOT } from './source.ts';

const FEATURES = 'src/features';
const folders = readdirSync(join(ROOT, FEATURES), { withFileTypes: true }).filter((entry) => entry.isDirectory());
const inFeatures = filesBelow(FEATURES, '.ts').filter((file) => file.split('/').length > 3);

/** Files that are elsewhere, and why. The list only shrinks. */
const exceptions: Readonly<Record<string, string>> = {
  'src/features/translation/chat/translation-controller.ts': 'commands, presses and message actions share it',
  'src/features/translation/jobs.ts': 'asks each table for one old row, to know whether to prune again',
};

it.each(folders.map(({ name }) => name))('the feature %s has an index.ts and a chat folder', (name) => {
  expect(inFeatures).toContain(`${FEATURES}/${name}/index.ts`);
  expect(inFeatures.some((file) => file.startsWith(`${FEATURES}/${name}/chat/`))).toBe(true);
});

it('every file of a feature is where docs/architecture.md says', () => {
  const faults = inFeatures.flatMap((file) => layoutFault(file, readFileSync(join(ROOT, file), 'utf8')) ?? []);
  expect(faults.filter((fault) => !Object.hasOwn(exceptions, fault.split(':')[0] ?? ''))).toEqual([]);
});

it('every exception is still one', () => {
  const still = (file: string): boolean =>
    inFeatures.includes(file) && layoutFault(file, readFileSync(join(ROOT, file), 'utf8')) !== undefined;
  expect(Object.keys(exceptions).filter((file) => !still(file))).toEqual([]);
});

it.each([
  ['an unknown room', 'src/features/apps/stuff/x.ts', '', 'stuff/ is no room of a feature'],
  ['a room of another feature', 'src/features/apps/invoice/x.ts', '', 'invoice/ is no room of a feature'],
  ['domain code in chat', 'src/features/apps/chat/retirement.ts', '', 'chat/ has commands'],
  ['commands at the root', 'src/features/apps/commands.ts', '', 'commands and actions are in chat/'],
  ['a card at the root', 'src/features/apps/profile-card.ts', '', 'cards are in cards/'],
  ['a statement outside the store', 'src/features/apps/users.ts', `db.selectFrom('users')`, 'statements'],
  ['a section outside policy.ts', 'src/features/apps/index.ts', `defineSection('apps', schema)`, 'the policy section'],
])('%s is named', (_what, file, text, fault) => {
  expect(layoutFault(file, text)).toContain(`${file}: ${fault}`);
});

it.each([
  'src/features/apps/index.ts',
  'src/features/apps/chat/commands.ts',
  'src/features/apps/chat/remove-user-form.ts',
  'src/features/watches/chat/mute-commands.ts',
  'src/features/translation/chat/translatable.ts',
  'src/features/apps/cards/profile-card.ts',
  'src/features/billing/invoice/read-invoice.ts',
])('%s is where it belongs', (file) => {
  expect(layoutFault(file, '')).toBeUndefined();
});

it('a database statement in store.ts is no fault', () => {
  expect(layoutFault('src/features/access/store.ts', `db.selectFrom('grants')`)).toBeUndefined();
});
