import type { AnyOperation } from '../../src/cloud/operation.ts';
import { operations } from '../../src/cloud/operations/index.ts';
import { pathParameters } from '../../src/cloud/request/freeze.ts';
import type { Namespace } from '../../src/platform/config/vendor-settings.ts';
import { fc } from '../../test/support/fast-check.ts';
import { guids, names } from './names.ts';
import { addressFor, differences, segmentsOf } from './sent.ts';

/** What goes into one parameter of a path, and the decoded segments that must come out; undefined where it must be refused. */
interface Value {
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
const valuesOf = (operation: AnyOperation, name: string, namespace: Namespace): fc.Arbitrary<Value> => {
  const known = parameters[name];
  if (known) return known(namespace);
  if (operation.patterns?.[name]) throw new Error(`the proof has no sample of ${operation.id}'s ${name}`);
  return names(GOOD_MOSTLY).map(({ text, safe }) => ({ text, segments: safe ? [text] : undefined }));
};

interface PathCase {
  readonly operation: string;
  readonly namespace: Namespace;
  readonly values: Readonly<Record<string, Value>>;
}

const byId = new Map<string, AnyOperation>(operations.map((operation) => [operation.id, operation]));

const casesOf = (operation: AnyOperation, namespace: Namespace): fc.Arbitrary<PathCase> =>
  fc.record({
    operation: fc.constant(operation.id),
    namespace: fc.constant(namespace),
    values: fc.record(
      Object.fromEntries(pathParameters(operation).map((name) => [name, valuesOf(operation, name, namespace)])),
    ),
  });

/** Every operation in the names of both namespaces, with what may and what may not stand in its path. */
export const pathCases = fc.oneof(
  ...operations.flatMap((operation) => [casesOf(operation, 'Vendor'), casesOf(operation, 'Microsoft')]),
);

/** What an operation's path must be, segment by segment and decoded, or undefined where it must be refused. */
const wantedPath = (path: string, { namespace, values }: PathCase): readonly string[] | undefined => {
  const segments = path
    .slice(1)
    .split('/')
    .map((word) => {
      const name = /^\{(\w+)\}$/.exec(word)?.[1];
      return name === undefined ? [word.replace(/^Vendor(?=\.)/, namespace)] : values[name]?.segments;
    });
  return segments.every((part) => part !== undefined) ? segments.flat() : undefined;
};

/** @returns what does not hold of the address of one operation, in words */
export const pathViolations = (one: PathCase): string[] => {
  const operation = byId.get(one.operation) as AnyOperation;
  const path = Object.fromEntries(Object.entries(one.values).map(([name, { text }]) => [name, text]));
  return differences(operation.id, wantedPath(operation.path, one), () =>
    segmentsOf(addressFor(operation, { path }, one.namespace)),
  );
};
