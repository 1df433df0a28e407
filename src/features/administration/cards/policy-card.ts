import { changesPolicy } from '#engine/changes/decision/rules.ts';
import type { ChangeFreeze } from '#engine/changes/freeze/store.ts';
import { escapeMarkdown, type Markdown, NO_TEXT } from '#platform/lib/text.ts';
import type { TextName, Words } from '#platform/texts/texts.ts';
import type { Policy } from '#policy/policy.ts';
import type { PolicyProblem } from '#policy/problems/problem.ts';
import { commandButton, placeButtons } from '#teams/cards/buttons.ts';
import { dateTime } from '#teams/cards/view.ts';
import { type ReportView, toReport } from './report-card.ts';

/** The policy in force, and its file. */
interface PolicyReport {
  readonly policy: Policy;
  /** SHA-256 of its text. */
  readonly digest: string;
  /** Milliseconds since 1970; undefined where the audit does not say it. */
  readonly since: number | undefined;
  readonly problems: readonly PolicyProblem[];
  readonly freezes: readonly ChangeFreeze[];
  /** Whether only those read along who may know what stands in the file. */
  readonly isPrivate: boolean;
  /** Whether the administrator alone sees the card: only then it has their button. */
  readonly isOwn: boolean;
}

/** The characters of a digest that tell two versions apart, as for commits. */
const SHOWN_OF_DIGEST = 12;
/** Problems on a card; `npm run policy -- check` has all. */
const MOST_PROBLEMS = 8;

export const policyView = (report: PolicyReport, words: Words): ReportView => {
  const { policy, digest, since, problems, freezes } = report;
  const fact = (name: TextName<'administration.policy.label'>, value: Markdown) => ({
    title: words.plain(`administration.policy.label.${name}`),
    value,
  });
  return toReport({
    state:
      problems.length === 0
        ? { text: words.markdown('administration.policy.state.good'), tone: 'good' }
        : { text: words.markdown('administration.policy.state.broken', { count: problems.length }), tone: 'attention' },
    overline: words.markdown('administration.policy.overline'),
    title: words.markdown('administration.policy.title', { version: digest.slice(0, SHOWN_OF_DIGEST) }),
    facts: [
      ...(since === undefined ? [] : [fact('since', dateTime(since))]),
      fact('people', words.markdown('administration.policy.people', countsOf(policy))),
      fact('rules', words.markdown('administration.policy.rules', countsOf(policy))),
      ...freezes.map((freeze) => fact('frozen', frozenText(freeze, words))),
    ],
    lines: problemLines(report, words),
    note: noteOf(report, words),
    buttons: placeButtons(
      report.isOwn && freezes.length > 0
        ? [commandButton(words.plain('administration.button.unfreeze'), 'unfreeze')]
        : [],
    ),
  });
};

const countsOf = (policy: Policy) => ({
  ...{ people: policy.people.length, groups: policy.groups.length, places: policy.places.length },
  rules: changesPolicy(policy).rules.length,
});

const frozenText = ({ place, by, at }: ChangeFreeze, words: Words): Markdown => {
  const where = words.markdown('administration.freeze.title', {
    ...{ everywhere: place === undefined, place: place?.title ?? '' },
  });
  return `${where}, ${escapeMarkdown(by.name)}, ${dateTime(at)}` as Markdown;
};

const problemLines = ({ problems, isPrivate }: PolicyReport, words: Words): ReportView['lines'] =>
  isPrivate
    ? problems.slice(0, MOST_PROBLEMS).map(({ line, message, remedy }) => ({
        text: words.markdown('administration.policy.problem', { line, problem: message }),
        remedy: words.markdown('administration.policy.remedy', { remedy }),
      }))
    : [];

const noteOf = ({ problems, isPrivate }: PolicyReport, words: Words): Markdown => {
  if (problems.length === 0) return NO_TEXT;
  if (!isPrivate) return words.markdown('administration.policy.elsewhere');
  const more = problems.length - MOST_PROBLEMS;
  return more > 0 ? words.markdown('administration.policy.more', { count: more }) : NO_TEXT;
};
