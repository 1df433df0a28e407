import type { AnyOperation } from '../../src/cloud/operation.ts';
import type { Namespace } from '../../src/platform/config/vendor-settings.ts';
import { fc } from '../../test/support/fast-check.ts';
import { guids, names } from './names.ts';

/** What goes into one parameter of a path, and the decoded segments that must come out; undefined where it must be refused. */
export interface Value {
  readonly text: string;
  readonly segments: readonly string[] | undefined;
}

const GOOD_MOSTLY = 6;

/** One segment of an id: as it is typed, as it must be sent, and whether it may be sent at all. */
interface Part {
  readonly text: string;
  readonly sent: string;
  readonly safe: boolean;
}
type Parts = readonly fc.Arbitrary<Part>[];

/** Fixed words come in any case. */
const fixed = (word: string): fc.Arbitrary<Part> =>
  fc.constantFrom(word, word, word.toUpperCase()).map((text) => ({ text, sent: word, safe: true }));
const guidPart = guids.map((text): Part => ({ text, sent: text, safe: true }));
const namePart = (badOneIn: number): fc.Arbitrary<Part> =>
  names(badOneIn).map((name) => ({ ...name, sent: name.text }));

const subscription: Parts = [fixed('subscriptions'), guidPart];
const group: Parts = [...subscription, fixed('resourceGroups'), namePart(12)];
const managementGroup = (namespace: Namespace): Parts => [
  fixed('providers'),
  fc
    .constantFrom('Vendor.Management', 'microsoft.management')
    .map((text) => ({ text, sent: `${namespace}.Management`, safe: true })),
  fixed('managementGroups'),
  namePart(GOOD_MOSTLY),
];
/** @param levels of types and names */
const resource = (namespace: Namespace, levels: number): Parts => {
  const provider = fc
    .tuple(
      fc.constantFrom('Vendor', 'Microsoft', 'vendor', 'MICROSOFT', 'Contoso'),
      fc.constantFrom('.KeyVault', '.Storage', '.Web'),
    )
    .map(([said, rest]) => ({ text: said + rest, sent: (said === 'Contoso' ? said : namespace) + rest, safe: true }));
  return [...group, fixed('providers'), provider, ...Array.from({ length: 2 * levels }, () => namePart(20))];
};

/** With a slash before it or none. A name with a slash makes a longer id, maybe a good one of another kind: the model leaves those out. */
const ids = (...kinds: Parts[]): fc.Arbitrary<Value> =>
  fc
    .tuple(fc.constantFrom('', '/'), fc.oneof(...kinds.map((parts) => fc.tuple(...parts))))
    .filter(([, parts]) => parts.every(({ text }) => !text.includes('/')))
    .map(([slash, parts]) => ({
      text: slash + parts.map(({ text }) => text).join('/'),
      segments: parts.every(({ safe }) => safe) ? parts.map(({ sent }) => sent) : undefined,
    }));

/** Texts that fit a pattern, and now and then one that does not. */
const patterned = (good: fc.Arbitrary<string>): fc.Arbitrary<Value> =>
  fc.oneof(
    { weight: GOOD_MOSTLY - 1, arbitrary: good.map((text) => ({ text, segments: [text] })) },
    good.map((text) => ({ text: `${text}/..`, segments: undefined })),
  );

/** Parameters with a rule of their own; a new one without a line here ends the proof. */
const parameters: Readonly<Record<string, (namespace: Namespace) => fc.Arbitrary<Value>>> = {
  scope: (namespace) => ids(managementGroup(namespace), subscription, group, resource(namespace, 1)),
  resourceUri: (namespace) => ids(resource(namespace, 1), resource(namespace, 2)),
  roleEligibilityScheduleRequestName: () => patterned(guids),
  subscriptionId: () => patterned(guids),
  user_email: () => patterned(fc.stringMatching(/^(?:ana|tess\.moran\+wallet|o'neil)@contoso-audio\.example$/)),
  billingAccountName: () =>
    patterned(
      fc.oneof(
        fc.stringMatching(/^(?:\d{8}|(?:Pcn|PCN|pcn)\.AbC12)$/),
        guids,
        fc.tuple(guids, guids).map(([account, organization]) => `${account}:${organization}_2018-09-30`),
      ),
    ),
  invoiceName: () => patterned(fc.stringMatching(/^(?:H1-AB\d{4}|(?:G|HT)\d{9}|EA\d{8})$/)),
};

/** @throws Error for a parameter with a pattern that the proof knows nothing of */
export const valuesOf = (operation: AnyOperation, name: string, namespace: Namespace): fc.Arbitrary<Value> => {
  const known = parameters[name];
  if (known) return known(namespace);
  if (operation.patterns?.[name]) throw new Error(`the proof has no sample of ${operation.id}'s ${name}`);
  return names(GOOD_MOSTLY).map(({ text, safe }) => ({ text, segments: safe ? [text] : undefined }));
};
