import { z } from 'zod';
import { type Field, type FormPage, LONGEST_KEPT } from '../../cards/form.ts';
import type { Fact } from '../../cards/view.ts';
import type { Markdown } from '../../lib/text.ts';
import { type Asking, chosenPlace } from './asking.ts';
import { breachesOf } from './breaches.ts';
import { documents } from './document/documents.ts';
import { type Path, type Problem, writePath } from './document/problem.ts';
import { LONGEST_DOCUMENT } from './document/read-document.ts';
import { toSpec } from './document/to-spec.ts';
import { fieldOf, groupField, placeField, reasonField } from './fields.ts';
import { documentText } from './plan.ts';
import { secretProblem } from './spec.ts';
import { reasonUnkept } from './take-out-answers.ts';

/** Tells the page that a file came with the message, which nobody opens. */
export const ATTACHED = 'attached';

/** So many faults are told at once; who has mended them sees the next ones. */
const MOST_PROBLEMS = 10;

interface Told {
  readonly line: number;
  readonly path: Path;
  readonly text: Markdown;
}

/** The document with all that is wrong in it, by line and field; nothing of what it says is repeated. */
export const documentPage = async (asking: Asking): Promise<FormPage> => {
  const { words } = asking;
  const problems = documentText(asking) === '' ? [] : await problemsOf(asking);
  return {
    title: words.markdown('containers.form.title'),
    intro: introOf(asking, problems),
    facts: problemFacts(problems, asking),
    fields: [placeField(asking), groupField(asking), documentField(asking, problems), reasonField(asking)],
    submit: words.plain('containers.form.next'),
    cancel: words.plain('containers.form.cancel'),
  };
};

const unkeptTexts = {
  unkept: 'containers.form.unkept',
  tooLong: 'containers.form.tooLong',
  tooHeavy: 'containers.form.tooHeavy',
} as const;

const introOf = ({ answers, words }: Asking, problems: readonly Told[]): Markdown => {
  const unkept = reasonUnkept(answers);
  if (unkept) return words.markdown(unkeptTexts[unkept], { most: LONGEST_DOCUMENT });
  if (answers[ATTACHED] === 'yes' && documentText({ answers }) === '')
    return words.markdown('containers.form.attached');
  if (problems.length > 0) return words.markdown('containers.form.problems', { count: problems.length });
  return words.markdown('containers.form.document');
};

const problemFacts = (problems: readonly Told[], { words }: Asking): Fact[] => [
  ...problems.slice(0, MOST_PROBLEMS).map(({ line, path, text }) => ({
    title: words.plain('containers.file.line', { line }),
    value: (path.length === 0
      ? text
      : `${words.markdown('containers.file.at', { path: writePath(path) })} ${text}`) as Markdown,
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
const problemsOf = async (asking: Asking): Promise<readonly Told[]> => {
  const { words } = asking;
  const text = documentText(asking);
  const read = await documents.read(text);
  if (!read.ok) return read.problems.map((problem) => ({ ...problem, text: wordsOf(problem, asking) }));
  const place = chosenPlace(asking);
  if (!place) return [];
  const spec = toSpec(read.document);
  const breaches = breachesOf(spec, place).map(({ rule, values, path }) => ({
    path,
    text: words.markdown(`containers.breach.${rule}`, values),
  }));
  const problem = await secretProblem(spec, place.secrets, asking.secrets);
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

const wordsOf = ({ rule, values }: Problem, { words }: Asking): Markdown =>
  words.markdown(`containers.file.${rule}`, values);

/** One that is too long for an input of a card is kept as it came; only what is typed here takes its place. */
const documentField = (asking: Asking, problems: readonly Told[]): Field => {
  const { words, answers } = asking;
  const held = (answers.held ?? '') !== '' && !answers.document;
  const required = !held || problems.length > 0;
  const text = documentText(asking);
  return {
    ...fieldOf(words)('document', 'lines', required, sound(problems, asking)),
    missing: words.plain(held ? 'containers.problem.heldDocument' : 'containers.problem.missing'),
    longest: LONGEST_KEPT,
    hint: held
      ? words.markdown('containers.hint.held', { lines: text.split('\n').length, letters: text.length })
      : words.markdown('containers.hint.document'),
  };
};

const sound = (problems: readonly Told[], { words }: Asking) =>
  z
    .string()
    .refine(() => problems.length === 0, words.plain('containers.problem.document', { count: problems.length }));
