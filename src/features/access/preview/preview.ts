import type { DecisionPreview } from '#engine/changes/decision/preview.ts';
import { changesPolicy } from '#engine/changes/decision/rules.ts';
import type { Services } from '#features/feature.ts';
import { MINUTE } from '#platform/lib/clock.ts';
import { formatDuration } from '#platform/lib/duration.ts';
import { escapeMarkdown, type Markdown } from '#platform/lib/text.ts';
import { listed, type Words } from '#platform/texts/texts.ts';
import type { Answers } from '#teams/cards/form.ts';
import type { Check, FormPreview } from '#teams/cards/form-preview.ts';
import type { Fact } from '#teams/cards/view.ts';
import type { ConversationKind } from '#teams/connector/conversations/conversation.ts';
import { type Assignment, assignmentsOfAt } from '../assignments.ts';
import { type Limits, limitsOf } from '../limits.ts';
import { everybodyLists, mayList } from '../policy.ts';
import { GRANT, type Requestable, scopePathOf } from '../requestable.ts';
import type { GrantTerms } from '../terms.ts';
import { policyChecks, vendorChecks } from './checks.ts';
import { type RoleDraft, type UsualTime, usualTime } from './rule-outcomes.ts';

/** What is read for the last page of the form. */
export interface Surroundings {
  readonly limits: Limits;
  /** Undefined: the vendor's list cannot be read now. */
  readonly held: readonly Assignment[] | undefined;
  readonly time: UsualTime | undefined;
  /** Undefined: no rule takes the request. */
  readonly decision: DecisionPreview | undefined;
}

interface Person {
  readonly objectId: string;
  readonly name: string;
}

/** Where a form is drawn, as far as its preview depends on that. */
interface FormAt {
  readonly services: Services;
  readonly answers: Answers;
  readonly turn: {
    readonly words: Words;
    readonly who: Person;
    readonly dialog?: true;
    readonly where: { readonly kind: ConversationKind };
  };
}

/**
 * Reads side by side: a slow or failing vendor delays the form no longer than the read of its limits does.
 * @param refused the rules by which the vendor refused this request before
 */
export const readSurroundings = async (
  services: Services,
  { receiver, requester }: { readonly receiver: Person; readonly requester: Person },
  choice: Requestable,
  answerBy: number,
  refused: readonly string[],
): Promise<Surroundings> => {
  const { place, role } = choice;
  const [limits, held, time, decision] = await Promise.all([
    limitsOf(services, place, role, answerBy, refused),
    assignmentsOfAt(services, receiver.objectId, place, answerBy),
    usualTime(services, choice),
    services.changes.preview({ kind: GRANT, terms: bareTerms(receiver, choice), requester: requester.objectId }),
  ]);
  return { limits, held, time, decision };
};

/** Of a request the rules of the policy look at the person, the role and the place alone. */
const bareTerms = (person: Person, { role, place }: Requestable): GrantTerms => ({
  person,
  place: { key: place.key, title: place.title, scope: scopePathOf(place) },
  role: { key: role.key, title: role.title, id: role.id },
  ...{ start: null, length: { kind: 'always' }, reason: '', ticket: '', window: null },
});

/** The rules with their outcome, who decides, how long that takes, and what the person has already. */
export const previewOf = (
  { services, turn, answers }: FormAt,
  { role }: Requestable,
  asked: RoleDraft,
  { limits, held, time, decision }: Surroundings,
): FormPreview => {
  const { words } = turn;
  const now = services.clock.now();
  const policy = services.policy.current();
  const { shortestReason } = changesPolicy(policy);
  // Everybody in a channel reads the form there.
  const isPrivate = turn.dialog || turn.where.kind === 'personal';
  // What somebody else holds is for those who may list it.
  const isTheirs = !answers.person || answers.person === turn.who.objectId || mayList(policy, turn.who.objectId);
  const showsHeld = (isPrivate && isTheirs) || everybodyLists(policy);
  const checks: readonly Check[] = [
    ...policyChecks(asked, { role, shortestReason, decision, vendor: limits.vendor, now }, words),
    ...vendorChecks(asked, limits.vendor, now, words),
  ];
  const fact = (title: string, value: Markdown): Fact => ({ title, value });
  return {
    title: words.plain('access.preview.title'),
    checks,
    facts: [
      ...(decision ? [fact(words.plain('access.preview.deciders'), decidersText(decision, words))] : []),
      ...(time ? [fact(words.plain('access.preview.times'), timeText(time, words))] : []),
      ...(showsHeld ? [fact(words.plain('access.preview.held'), assignmentsText(held, words))] : []),
    ],
  };
};

const MOST_NAMES = 6;

/** Who decides, stage by stage. */
export const decidersText = ({ stages, needs }: DecisionPreview, words: Words): Markdown => {
  if (needs === 0) return words.markdown('access.preview.nobody');
  const nameOf = ({ name, away }: DecisionPreview['stages'][number]['people'][number]): string =>
    away ? words.plain('access.preview.away', { who: name }) : name;
  const texts = stages.map(({ quorum, people }, index) => {
    const groups = Object.entries(quorum.groups).map(([group, count]) =>
      words.plain('changes.why.group', { group, count }),
    );
    return words.markdown('access.preview.stage', {
      ...{ stage: index + 1, stages: stages.length === 1 ? 'one' : 'some', needs: quorum.people },
      people: listed(shortened(people.map(nameOf), words), words, 'disjunction'),
      groups: groups.length === 0 ? 'none' : listed(groups, words),
    });
  });
  return texts.join(' · ') as Markdown;
};

/** The first names of many, and how many more there are. */
const shortened = (names: readonly string[], words: Words): readonly string[] =>
  names.length <= MOST_NAMES
    ? names
    : [...names.slice(0, MOST_NAMES - 1), words.plain('access.preview.more', { count: names.length - MOST_NAMES + 1 })];

const timeText = ({ on, waited, count }: UsualTime, words: Words): Markdown => {
  const length = waited < MINUTE ? words.plain('access.preview.moment') : formatDuration(waited, words.formatLocale);
  return words.markdown('access.preview.timesValue', { on, waited: length, count });
};

const MOST_ASSIGNMENTS = 4;

const assignmentsText = (held: readonly Assignment[] | undefined, words: Words): Markdown => {
  if (!held) return words.markdown('access.preview.heldUnread');
  if (held.length === 0) return words.markdown('access.preview.heldNone');
  const texts = held.slice(0, MOST_ASSIGNMENTS).map(({ role, end, held: how, through }) =>
    words.plain('access.preview.heldOne', {
      ...{ role: role.title, how, through: words.plain(`access.memberType.${how}`, { through }) },
      until:
        end === undefined
          ? words.plain('access.window.always')
          : `${words.plain('access.window.until')} ${words.moment(end)}`,
    }),
  );
  const more = held.length - MOST_ASSIGNMENTS;
  const all = more > 0 ? [...texts, words.plain('access.preview.moreRoles', { count: more })] : texts;
  return escapeMarkdown(all.join('; '));
};
