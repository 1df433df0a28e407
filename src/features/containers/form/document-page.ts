import { z } from 'zod';
import { type Answers, type Field, type FormPage, LONGEST_INPUT } from '../../../cards/form.ts';
import type { Fact } from '../../../cards/view.ts';
import { TooHeavy } from '../../../lib/side-thread.ts';
import type { Markdown } from '../../../lib/text.ts';
import { documents, toSpec } from '../document/documents.ts';
import { formatPath, type Path, type Problem } from '../document/problems.ts';
import { LONGEST_DOCUMENT } from '../document/read-document.ts';
import { isSecretName, REDACTED, redactText } from '../document/redaction.ts';
import { violationsOf } from '../policy-violations.ts';
import { secretProblem } from '../terms.ts';
import { chosenPlace, type DeployFormContext } from './context.ts';
import { fieldOf, groupField, placeField, reasonField } from './fields.ts';
import { documentText } from './read-terms.ts';

/** Answers that hold a document: typed into the form, and one that is too long for it. */
const DOCUMENTS = ['document', 'held'] as const;

/** Tells the next page why a document could not be kept. */
export const REJECTION = 'unkept';
/** Nobody knew where its secrets end; it is longer than any that is taken; to read it takes too much. */
const reasons = ['unkept', 'tooLong', 'tooHeavy'] as const;
type Reason = (typeof reasons)[number];

const rejectionOf = (answers: Answers): Reason | undefined => reasons.find((reason) => reason === answers[REJECTION]);

type RedactedDocument =
  | { readonly kept: string; readonly unkept?: never }
  | { readonly kept?: never; readonly unkept: Reason };

/** What may be kept of a document, and why nothing of it may. */
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

/** What may be kept of what was typed: no secret, and all the rest. */
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
  if (answers.environment !== undefined) kept.environment = answers.environment.split('\n').map(redactLine).join('\n');
  if (answers.command !== undefined) kept.command = redactText(answers.command);
  if (answers.image !== undefined) kept.image = redactText(answers.image);
  return kept;
};

const redactLine = (line: string): string => {
  const [front = '', name = '', before = ''] = /^\s*([^\s=]+)(\s*=\s*)/.exec(line) ?? [];
  const value = line.slice(front.length);
  const isSecret = isSecretName(name) && value !== '' && value !== REDACTED && !/^secret:/i.test(value);
  return isSecret ? `${name}${before}${REDACTED}` : redactText(line);
};

/** Tells the page that a file came with the message, which nobody opens. */
export const ATTACHED = 'attached';

/** So many faults are told at once; who has mended them sees the next ones. */
const MOST_PROBLEMS = 10;

interface LocatedProblem {
  readonly line: number;
  readonly path: Path;
  readonly text: Markdown;
}

/** The document with all that is wrong in it, by line and field; nothing of what it says is repeated. */
export const documentPage = async (form: DeployFormContext): Promise<FormPage> => {
  const { words } = form;
  const problems = documentText(form) === '' ? [] : await problemsOf(form);
  return {
    title: words.markdown('containers.form.title'),
    intro: introOf(form, problems),
    facts: problemFacts(problems, form),
    fields: [placeField(form), groupField(form), documentField(form, problems), reasonField(form)],
    submit: words.plain('containers.form.next'),
    cancel: words.plain('containers.form.cancel'),
  };
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

/** All that keeps the document from being sent: its own faults, then what the policy has against it. */
const problemsOf = async (form: DeployFormContext): Promise<readonly LocatedProblem[]> => {
  const { words } = form;
  const text = documentText(form);
  const read = await documents.read(text);
  if (!read.ok) return read.problems.map((problem) => ({ ...problem, text: wordsOf(problem, form) }));
  const place = chosenPlace(form);
  if (!place) return [];
  const spec = toSpec(read.document);
  const breaches = violationsOf(spec, place).map(({ rule, values, path }) => ({
    path,
    text: words.markdown(`containers.violation.${rule}`, values),
  }));
  const problem = await secretProblem(spec, place.secrets, form.secrets);
  const gone = problem ? [{ path: ['properties'], text: words.markdown(`containers.problem.${problem}`) }] : [];
  const told = [...breaches, ...gone];
  const lines =
    told.length === 0
      ? []
      : await documents.linesOf(
          text,
          told.map(({ path }) => path),
        );
  return told.map((one, index) => ({ ...one, line: lines[index] ?? 1 }));
};

const wordsOf = ({ rule, values }: Problem, { words }: DeployFormContext): Markdown =>
  words.markdown(`containers.file.${rule}`, values);

/** One that is too long for an input of a card is kept as it came; only what is typed here takes its place. */
const documentField = (form: DeployFormContext, problems: readonly LocatedProblem[]): Field => {
  const { words, answers } = form;
  const held = (answers.held ?? '') !== '' && !answers.document;
  const required = !held || problems.length > 0;
  const text = documentText(form);
  return {
    ...fieldOf(words)('document', required, 'lines', withoutProblems(problems, form)),
    missing: words.plain(held ? 'containers.problem.heldDocument' : 'containers.problem.missing'),
    longest: LONGEST_INPUT,
    hint: held
      ? words.markdown('containers.hint.held', { lines: text.split('\n').length, letters: text.length })
      : words.markdown('containers.hint.document'),
  };
};

const withoutProblems = (problems: readonly LocatedProblem[], { words }: DeployFormContext) =>
  z
    .string()
    .refine(() => problems.length === 0, words.plain('containers.problem.inDocument', { count: problems.length }));
