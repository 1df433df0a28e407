import { z } from 'zod';
import { formPage } from '#features/form-fields.ts';
import { TooHeavy } from '#platform/lib/bounded-worker.ts';
import type { Markdown } from '#platform/lib/text.ts';
import { type Answers, type Field, type FormPage, LONGEST_INPUT } from '#teams/cards/form.ts';
import type { Fact } from '#teams/cards/view.ts';
import { documents, readOwn, toSpec } from '../document/documents.ts';
import { formatPath, type Path, type Problem } from '../document/problems.ts';
import { type DocumentRead, LONGEST_DOCUMENT } from '../document/read-document.ts';
import { isSecretName, REDACTED, redactText } from '../document/redaction.ts';
import { GROUP_NAME } from '../document/schema.ts';
import { findGroup } from '../group-state.ts';
import { violationsOf } from '../policy-violations.ts';
import { secretProblem } from '../terms.ts';
import { chosenPlace, type DeployFormContext, groupName } from './context.ts';
import { CURRENT_ENVIRONMENT, fieldOf, groupField, placeField, reasonField } from './fields.ts';
import { IMAGE_OF } from './image-request.ts';
import { documentText } from './read-terms.ts';

/** The document of the group as it is now: shown, but not yet an answer, so that it has no errors. */
export const CURRENT = 'current';

/** Answers with a document: one typed into the form, one too long for it, and the group's own. */
const DOCUMENTS = ['document', 'held', CURRENT] as const;

/** Tells the next page why a document was rejected. */
export const REJECTION = 'unkept';
/** The end of its secrets is unknown; it is too long; parsing it takes too much. */
const reasons = ['unkept', 'tooLong', 'tooHeavy'] as const;
type Reason = (typeof reasons)[number];

const rejectionOf = (answers: Answers): Reason | undefined => reasons.find((reason) => reason === answers[REJECTION]);

type RedactedDocument =
  | { readonly kept: string; readonly unkept?: never }
  | { readonly kept?: never; readonly unkept: Reason };

/** The part of a document that may be stored, or the reason why none may. */
export const redactDocument = async (typed: string): Promise<RedactedDocument> => {
  if (typed.length > LONGEST_DOCUMENT) return { unkept: 'tooLong' };
  try {
    const kept = await documents.redactSecrets(typed);
    return kept === undefined ? { unkept: 'unkept' } : { kept };
  } catch (error) {
    if (error instanceof TooHeavy) return { unkept: 'tooHeavy' };
    throw error;
  }
};

/** The answers without secrets. */
export const redactAnswers = async (answers: Answers): Promise<Answers> => {
  const kept: Record<string, string> = { ...answers };
  for (const name of DOCUMENTS) {
    const text = answers[name] ?? '';
    if (text === '') continue;
    const without = await redactDocument(text);
    kept[name] = without.kept ?? '';
    kept[REJECTION] = without.unkept ?? '';
    if (without.unkept) break;
  }
  for (const name of ['environment', CURRENT_ENVIRONMENT]) {
    const text = answers[name];
    if (text !== undefined) kept[name] = text.split('\n').map(redactLine).join('\n');
  }
  if (answers.command !== undefined) kept.command = redactText(answers.command);
  for (const [name, text = ''] of Object.entries(answers)) {
    if (name === 'image' || name.startsWith(IMAGE_OF)) kept[name] = redactText(text);
  }
  return kept;
};

const redactLine = (line: string): string => {
  const [front = '', name = '', before = ''] = /^\s*([^\s=]+)(\s*=\s*)/.exec(line) ?? [];
  const value = line.slice(front.length);
  const isSecret = isSecretName(name) && value !== '' && value !== REDACTED && !/^secret:/i.test(value);
  return isSecret ? `${name}${before}${REDACTED}` : redactText(line);
};

/** Tells the page that the message has an attachment, which Steward does not open. */
export const ATTACHED = 'attached';

/** The number of faults shown at once; further ones show once these are fixed. */
const MOST_PROBLEMS = 10;

interface LocatedProblem {
  readonly line: number;
  readonly path: Path;
  readonly text: Markdown;
}

/** The document with all its faults, by line and field; none of its values is repeated. */
export const documentPage = async (form: DeployFormContext): Promise<FormPage> => {
  const { words } = form;
  const problems = documentText(form) === '' ? [] : await problemsOf(form);
  return formPage(words, {
    title: words.markdown('containers.form.title'),
    intro: introOf(form, problems),
    facts: problemFacts(problems, form),
    fields: [placeField(form), groupField(form), documentField(form, problems), reasonField(form)],
    submit: words.plain('containers.form.next'),
  });
};

const rejectionTexts = {
  unkept: 'containers.form.unkept',
  tooLong: 'containers.form.tooLong',
  tooHeavy: 'containers.form.tooHeavy',
} as const;

const introOf = ({ answers, words }: DeployFormContext, problems: readonly LocatedProblem[]): Markdown => {
  const unkept = rejectionOf(answers);
  if (unkept) return words.markdown(rejectionTexts[unkept], { most: LONGEST_DOCUMENT });
  if (answers[ATTACHED] === 'yes' && documentText({ answers }) === '')
    return words.markdown('containers.form.attached');
  if (problems.length > 0) return words.markdown('containers.form.problems', { count: problems.length });
  if (answers[CURRENT] && documentText({ answers }) === '') return words.markdown('containers.form.current');
  return words.markdown('containers.form.document');
};

const problemFacts = (problems: readonly LocatedProblem[], { words }: DeployFormContext): Fact[] => [
  ...problems.slice(0, MOST_PROBLEMS).map(({ line, path, text }) => ({
    title: words.plain('containers.file.line', { line }),
    value: (path.length === 0
      ? text
      : `${words.markdown('containers.file.at', { path: formatPath(path) })} ${text}`) as Markdown,
  })),
  ...(problems.length > MOST_PROBLEMS
    ? [
        {
          title: words.plain('containers.file.others'),
          value: words.markdown('containers.more', { count: problems.length - MOST_PROBLEMS }),
        },
      ]
    : []),
];

/** Faults that are none where the group has the same already. */
const MAYBE_OWN = /^(?:unknown|unknownNear|word|oneSource|oneProbe)$/;

/** Reads the document; the group that is there may keep what no document lists. */
const readFor = async (form: DeployFormContext): Promise<DocumentRead> => {
  const { vendor, correlation, endBy } = form;
  const text = documentText(form);
  const read = await documents.read(text);
  const place = chosenPlace(form);
  const group = groupName(form);
  const isSure = read.ok || !read.problems.some(({ rule }) => MAYBE_OWN.test(rule));
  if (isSure || !place || !GROUP_NAME.test(group)) return read;
  const { subscriptionId, resourceGroup } = place;
  const found = await findGroup(vendor, { subscriptionId, resourceGroup, group }, { correlation, endBy });
  return found ? documents.read(text, readOwn(found).own) : read;
};

/** Everything that prevents sending the document: its own faults, then violations of the policy. */
const problemsOf = async (form: DeployFormContext): Promise<readonly LocatedProblem[]> => {
  const { words } = form;
  const text = documentText(form);
  const read = await readFor(form);
  if (!read.ok) return read.problems.map((problem) => ({ ...problem, text: wordsOf(problem, form) }));
  const place = chosenPlace(form);
  if (!place) return [];
  const spec = toSpec(read.document);
  const violations = violationsOf(spec, place).map(({ rule, values, path }) => ({
    path,
    text: words.markdown(`containers.violation.${rule}`, values),
  }));
  const problem = await secretProblem(spec, place.secrets, form.secrets);
  const gone = problem ? [{ path: ['properties'], text: words.markdown(`containers.problem.${problem}`) }] : [];
  const all = [...violations, ...gone];
  const lines =
    all.length === 0
      ? []
      : await documents.linesOf(
          text,
          all.map(({ path }) => path),
        );
  return all.map((one, index) => ({ ...one, line: lines[index] ?? 1 }));
};

const wordsOf = ({ rule, values }: Problem, { words }: DeployFormContext): Markdown =>
  words.markdown(`containers.file.${rule}`, values);

/** A document too long for a card input is stored unchanged; text typed here replaces it. */
const documentField = (form: DeployFormContext, problems: readonly LocatedProblem[]): Field => {
  const { words, answers } = form;
  const held = (answers.held ?? '') !== '' && !answers.document;
  const required = !held || problems.length > 0;
  const text = documentText(form);
  return {
    ...fieldOf(words)('document', required, 'lines', withoutProblems(problems, form)),
    missing: words.plain(held ? 'containers.problem.heldDocument' : 'containers.problem.missing'),
    longest: LONGEST_INPUT,
    ...(answers[CURRENT] ? { preset: answers[CURRENT] } : {}),
    hint: held
      ? words.markdown('containers.hint.held', { lines: text.split('\n').length, letters: text.length })
      : words.markdown('containers.hint.document'),
  };
};

const withoutProblems = (problems: readonly LocatedProblem[], { words }: DeployFormContext) =>
  z
    .string()
    .refine(() => problems.length === 0, words.plain('containers.problem.inDocument', { count: problems.length }));
