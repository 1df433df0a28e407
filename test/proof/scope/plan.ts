import type { AnyOperation } from '../../../src/api/operation.ts';
import type { Namespace } from '../../../src/api/services/profile.ts';
import type { Dice } from '../run-on-stores.ts';
import { guidBy, type Name, nameBy } from './names.ts';

/** What goes into one parameter of a path, and the decoded segments that must come out; undefined where it must be refused. */
export interface Value {
  readonly text: string;
  readonly segments: readonly string[] | undefined;
}

const GOOD_MOSTLY = 6;

const one = ({ text, safe }: Name): Value => ({ text, segments: safe ? [text] : undefined });

/** Fixed words come in any case, with a slash before them or none. */
const spoken = (dice: Dice, words: readonly { readonly text: string; readonly fixed?: boolean }[]): string => {
  const text = words.map(({ text: word, fixed }) => (fixed && dice.oneIn(3) ? word.toUpperCase() : word)).join('/');
  return dice.oneIn(2) ? `/${text}` : text;
};

const providerBy = (dice: Dice, namespace: Namespace): { readonly said: string; readonly sent: string } => {
  const rest = dice.pick(['.KeyVault', '.Storage', '.Web']);
  const said = dice.pick(['Vendor', 'Microsoft', 'vendor', 'MICROSOFT', 'Contoso']) + rest;
  return { said, sent: said.startsWith('Contoso') ? said : namespace + rest };
};

interface Part {
  readonly text: string;
  readonly fixed?: boolean;
  readonly sent?: string;
  readonly safe?: boolean;
}

const idOf = (dice: Dice, parts: readonly Part[]): Value => ({
  text: spoken(dice, parts),
  segments: parts.every(({ safe = true }) => safe) ? parts.map(({ text, sent = text }) => sent) : undefined,
});

const fixed = (text: string): Part => ({ text, fixed: true });

const subscription = (dice: Dice): Part[] => [fixed('subscriptions'), { text: guidBy(dice) }];
const group = (dice: Dice): Part[] => [...subscription(dice), fixed('resourceGroups'), nameBy(dice, 12)];
const resource = (dice: Dice, namespace: Namespace, nested: boolean): Part[] => {
  const { said, sent } = providerBy(dice, namespace);
  const inner = nested ? [nameBy(dice, 20), nameBy(dice, 20)] : [];
  return [...group(dice), fixed('providers'), { text: said, sent }, nameBy(dice, 20), nameBy(dice, 20), ...inner];
};

/** A name with a slash in it makes a longer id, which may be a good one of another kind: the model leaves those out. */
const isWhole = (parts: readonly Part[]): boolean => parts.every(({ text }) => !text.includes('/'));

const whole = (dice: Dice, make: () => Part[]): Value => {
  for (;;) {
    const parts = make();
    if (isWhole(parts)) return idOf(dice, parts);
  }
};

const scopeBy = (dice: Dice, namespace: Namespace): Value =>
  whole(dice, () =>
    dice.pick([
      () => [
        fixed('providers'),
        { text: dice.pick(['Vendor.Management', 'microsoft.management']), sent: `${namespace}.Management` },
        fixed('managementGroups'),
        nameBy(dice, GOOD_MOSTLY),
      ],
      () => subscription(dice),
      () => group(dice),
      () => resource(dice, namespace, false),
    ])(),
  );

const digits = (dice: Dice, count: number): string =>
  Array.from({ length: count }, () => Math.floor(dice.next() * 10)).join('');

const account = (dice: Dice): string => {
  const guid = guidBy(dice);
  return dice.pick([
    digits(dice, 8),
    `${dice.pick(['Pcn', 'PCN', 'pcn'])}.AbC12`,
    guid,
    `${guid}:${guidBy(dice)}_2018-09-30`,
  ]);
};
const invoice = (dice: Dice): string =>
  dice.pick([`H1-AB${digits(dice, 4)}`, `G${digits(dice, 9)}`, `HT${digits(dice, 9)}`, `EA${digits(dice, 8)}`]);

const patterned = (dice: Dice, good: (dice: Dice) => string): Value => {
  const text = good(dice);
  return dice.oneIn(GOOD_MOSTLY) ? { text: `${text}/..`, segments: undefined } : { text, segments: [text] };
};

/** Parameters with a rule of their own; a new one without a line here ends the proof. */
const samplers: Readonly<Record<string, (dice: Dice, namespace: Namespace) => Value>> = {
  scope: scopeBy,
  resourceUri: (dice, namespace) => whole(dice, () => resource(dice, namespace, dice.oneIn(2))),
  roleEligibilityScheduleRequestName: (dice) => patterned(dice, guidBy),
  subscriptionId: (dice) => patterned(dice, guidBy),
  user_email: (dice) =>
    patterned(dice, () => `${dice.pick(['ana', 'tess.moran+wallet', "o'neil"])}@contoso-audio.example`),
  billingAccountName: (dice) => patterned(dice, account),
  invoiceName: (dice) => patterned(dice, invoice),
};

/** @throws Error for a parameter with a pattern that the proof knows nothing of */
export const valueBy = (operation: AnyOperation, name: string, dice: Dice, namespace: Namespace): Value => {
  const sampler = samplers[name];
  if (sampler) return sampler(dice, namespace);
  if (operation.patterns?.[name]) throw new Error(`the proof has no sample of ${operation.id}'s ${name}`);
  return one(nameBy(dice, GOOD_MOSTLY));
};
