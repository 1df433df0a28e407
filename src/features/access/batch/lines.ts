import { sameScope } from '#cloud/request/path.ts';
import type { StoredText } from '#engine/changes/batch/batch.ts';
import { changesPolicy } from '#engine/changes/decision/rules.ts';
import type { Services } from '#features/feature.ts';
import { joinMarkdown, NO_TEXT } from '#platform/lib/text.ts';
import type { Words } from '#platform/texts/texts.ts';
import type { Policy } from '#policy/policy.ts';
import type { Check, FormLine, Outcome } from '#teams/cards/form-preview.ts';
import type { Assignment } from '../assignments.ts';
import { kitsOf, rolesOf } from '../policy.ts';
import { policyChecks, vendorRefusal, vendorRuleChecks } from '../preview/checks.ts';
import { decidersText, readSurroundings, type Surroundings } from '../preview/preview.ts';
import { lasting, type RoleDraft } from '../preview/rule-outcomes.ts';
import { GRANT, mayRequest, type Requestable } from '../requestable.ts';
import { scopeOf } from '../terms.ts';
import type { Kit } from './policy.ts';

interface Person {
  /** Directory object id. */
  readonly objectId: string;
  readonly name: string;
}

/** One role at one place for one person. */
export interface Line extends Requestable {
  readonly person: Person;
  /** Whether the policy lets it be requested. */
  readonly allowed: boolean;
}

/** What somebody asks for at once: the lines of a kit, and each of these roles at each of these places. */
export interface Wanted {
  readonly kit: Kit | undefined;
  /** Their keys in the policy. */
  readonly roles: readonly string[];
  readonly places: readonly string[];
  readonly people: readonly Person[];
}

/**
 * Line by line, for one person after the other. A line of a kit that the policy does not allow stays: a team asks for its kit as a
 * whole. Of the chosen roles and places it is no line, as not every role exists everywhere.
 * @param requester a directory object id
 */
export const linesOf = (
  services: Services,
  requester: string,
  wanted: Wanted,
): { readonly lines: readonly Line[]; readonly missing: readonly Line[] } => {
  const policy = services.policy.current();
  const ofKit = wanted.kit ? rolesOfKit(policy, wanted.kit) : [];
  const chosen = policy.places
    .filter(({ key }) => wanted.places.includes(key))
    .flatMap((place) =>
      rolesOf(policy)
        .filter(({ key }) => wanted.roles.includes(key))
        .map((role) => ({ place, role })),
    )
    .filter((one) => !ofKit.some((other) => isSame(one, other)));
  const linesFor = (all: readonly Requestable[]): readonly Line[] =>
    wanted.people.flatMap((person) =>
      all.map((one) => ({ ...one, person, allowed: isAllowed(services, one, requester, person.objectId) })),
    );
  const all = linesFor([...ofKit, ...chosen]);
  const isLine = (one: Line): boolean => one.allowed || ofKit.some((other) => isSame(one, other));
  return { lines: all.filter(isLine), missing: all.filter((one) => !isLine(one)) };
};

const isSame = (one: Requestable, other: Requestable): boolean => one.place === other.place && one.role === other.role;

const isAllowed = (services: Services, { place, role }: Requestable, requester: string, person: string): boolean =>
  mayRequest(services, GRANT, { place: place.key, role: role.key }, requester, person);

/** The policy has them all: it was checked. */
const rolesOfKit = (policy: Policy, kit: Kit): readonly Requestable[] =>
  kit.lines.flatMap(({ role: roleKey, place: placeKey }) => {
    const role = rolesOf(policy).find(({ key }) => key === roleKey);
    const place = policy.place(placeKey);
    return role && place ? [{ role, place }] : [];
  });

/** The kits of which this person may ask for any line, for any of these people. @param people directory object ids */
export const kitsFor = (services: Services, requester: string, people: readonly string[]): readonly Kit[] => {
  const policy = services.policy.current();
  return kitsOf(policy).filter((kit) =>
    rolesOfKit(policy, kit).some((one) => people.some((person) => isAllowed(services, one, requester, person))),
  );
};

/** What is known of a line before it is sent. */
export interface PreviewedLine extends Line, Pick<Surroundings, 'limits'> {
  readonly outcome: Outcome;
  readonly checks: readonly Check[];
  readonly decision: Surroundings['decision'];
  /** Why the vendor would refuse it, which the engine cannot know. */
  readonly refused: StoredText | undefined;
}

interface Reader {
  readonly services: Services;
  readonly words: Words;
  readonly answerBy: number;
  /** The rules by which the vendor refused these answers before. */
  readonly refusedRules: readonly string[];
  /** The requester. */
  readonly who: { readonly objectId: string; readonly name: string };
}

/** Reads side by side what the rules of the policy and of the vendor say to each line. */
export const previewLines = (
  lines: readonly Line[],
  draft: RoleDraft,
  reader: Reader,
): Promise<readonly PreviewedLine[]> => Promise.all(lines.map((line) => previewLine(line, draft, reader)));

const previewLine = async (line: Line, draft: RoleDraft, reader: Reader): Promise<PreviewedLine> => {
  const { services, words, who, answerBy, refusedRules } = reader;
  const people = { receiver: line.person, requester: who };
  const { limits, held, decision } = await readSurroundings(services, people, line, answerBy, refusedRules);
  const now = services.clock.now();
  const existing = existingIn(held ?? [], line, draft, now);
  const refused: StoredText | undefined = existing
    ? { text: 'access.several.existing', values: { who: line.person.name } }
    : vendorRefusal(draft, limits.vendor, now, words);
  const { shortestReason } = changesPolicy(services.policy.current());
  const checks: readonly Check[] = line.allowed
    ? [
        ...(existing && refused
          ? [{ outcome: 'fails' as const, text: words.markdown(refused.text, refused.values) }]
          : []),
        ...policyChecks(draft, { role: line.role, shortestReason, decision, vendor: limits.vendor, now }, words),
        ...vendorRuleChecks(draft, limits.vendor, now, words),
      ]
    : [{ outcome: 'fails', text: words.markdown('access.several.notAllowed') }];
  return { ...line, limits, decision, checks, outcome: worstOf(checks), refused: line.allowed ? refused : undefined };
};

const WORST: readonly Outcome[] = ['fails', 'unread', 'open'];

const worstOf = (checks: readonly Check[]): Outcome =>
  WORST.find((outcome) => checks.some((check) => check.outcome === outcome)) ?? 'passes';

/** The same role that the person has there already at that time: for it the vendor would refuse the line. */
const existingIn = (
  held: readonly Assignment[],
  { role, place }: Line,
  { start, length }: RoleDraft,
  now: number,
): Assignment | undefined => {
  if (!length) return undefined;
  const begins = Math.max(start ?? now, now);
  const ms = lasting(length, start, now);
  return held.find(
    (one) =>
      one.held === 'direct' &&
      one.role.id === role.id &&
      sameScope(scopeOf(one.place), place.scope) &&
      (one.end === undefined || one.end > begins) &&
      (ms === undefined || (one.start ?? now) < begins + ms),
  );
};

/** What a line is, for its card too. @param requester who asks: their own name is left out */
export const lineText = ({ role, place, person }: Line, requester: string): StoredText => ({
  text: 'access.several.line',
  values: {
    ...{ role: role.title, place: place.title, who: person.name },
    other: person.objectId !== requester,
  },
});

/** The line as its form shows it. */
export const formLineOf = (line: PreviewedLine, requester: string, words: Words): FormLine => {
  const { text, values } = lineText(line, requester);
  const { decision, outcome, checks } = line;
  return {
    ...{ outcome, checks, title: words.plain(text, values) },
    note: decision ? joinMarkdown([words.markdown('access.preview.deciders'), decidersText(decision, words)]) : NO_TEXT,
  };
};
