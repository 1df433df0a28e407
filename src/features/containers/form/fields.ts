import { z } from 'zod';
import { type Choice, type Field, type FieldParts, LONGEST_ANSWER, shortText } from '../../../cards/form.ts';
import { type Markdown, oneLine } from '../../../lib/text.ts';
import type { TextName } from '../../../lib/text-key.ts';
import type { Words } from '../../../texts/texts.ts';
import { REDACTED } from '../document/redaction.ts';
import { GROUP_NAME, IMAGE } from '../document/schema.ts';
import { parseAmount, parseCommandLine, parseGpu, parsePorts, parseVariables } from '../parse.ts';
import { type PolicyViolation, type ViolationRule, violationsOf } from '../policy-violations.ts';
import { secretProblem } from '../terms.ts';
import { SCOPES, specOfAnswers } from './answers.ts';
import { chosenPlace, type DeployFormContext } from './context.ts';

type Example = TextName<'containers.example'>;
type Optional = TextName<'containers.field', 'Optional'>;

/** A field by its texts `containers.field.<id>` and `containers.example.<id>`. */
export const fieldOf =
  (words: Words) =>
  (...[id, kind, required, schema]: FieldParts<TextName<'containers.field'> & Example, Optional & Example>): Field => ({
    id,
    kind,
    required,
    schema,
    label: words.plain(required ? `containers.field.${id}` : `containers.field.${id}Optional`),
    missing: words.plain('containers.problem.missing'),
    placeholder: words.plain(`containers.example.${id}`),
  });

/** A text that some function can read. @param problem said beside the field where it cannot */
const parsedBy = (read: (text: string) => unknown, problem: string) =>
  z.string().refine((text) => read(text) !== undefined, { error: problem });

const choicesOf = <Word extends string>(list: readonly Word[], title: (word: Word) => string): readonly Choice[] =>
  list.map((value) => ({ title: title(value), value }));

export const placeField = (form: DeployFormContext): Field => {
  const { places, words } = form;
  const [only] = places;
  return {
    ...fieldOf(words)(
      'place',
      'choice',
      true,
      parsedBy(() => chosenPlace(form), words.plain('containers.problem.list')),
    ),
    choices: places.map(({ key, title }) => ({ title, value: key })),
    ...(places.length === 1 && only ? { preset: only.key } : {}),
  };
};

export const groupField = ({ words }: DeployFormContext): Field =>
  fieldOf(words)(
    'group',
    'text',
    true,
    z.string().refine((text) => GROUP_NAME.test(text.trim().toLowerCase()), words.plain('containers.problem.group')),
  );

/** A text of nothing but hidden characters says nothing. */
export const reasonField = ({ words }: DeployFormContext): Field =>
  fieldOf(words)(
    'reason',
    'lines',
    true,
    shortText(words.plain('bot.form.tooLong', { max: LONGEST_ANSWER })).refine(
      (said) => oneLine(said) !== '',
      words.plain('containers.problem.missing'),
    ),
  );

/** Which breach is told beside which field. */
const FIELD_OF: Readonly<Record<ViolationRule, string>> = {
  privileged: 'image',
  capabilities: 'image',
  image: 'image',
  containers: 'image',
  cpu: 'cpu',
  memory: 'memory',
  gpu: 'gpu',
  restart: 'restart',
  secret: 'environment',
  publicAddress: 'address',
  unsecureLabel: 'labelScope',
};

/** The first thing that the policy has against what was answered so far, by field. */
const violationAt = (form: DeployFormContext, field: string): PolicyViolation | undefined => {
  const place = chosenPlace(form);
  if (!place) return undefined;
  const spec = specOfAnswers(form.answers, 'container', place.location);
  return violationsOf(spec, place).find(({ rule }) => FIELD_OF[rule] === field);
};

/** What the field's own rule allows and the policy does not. */
const allowed = (form: DeployFormContext, field: string, schema: z.ZodType<unknown, string>) =>
  schema.superRefine((_text, issue) => {
    const breach = violationAt(form, field);
    if (!breach) return;
    issue.addIssue({
      code: 'custom',
      message: form.words.plain(`containers.violation.${breach.rule}`, breach.values),
    });
  });

const OS = ['Linux', 'Windows'];

/** What runs, and where. */
export const whatFields = (form: DeployFormContext): readonly Field[] => {
  const { words } = form;
  const field = fieldOf(words);
  const command = z
    .string()
    .refine((text) => !text.includes(REDACTED), words.plain('containers.problem.takenOut'))
    .refine((text) => parseCommandLine(text) !== undefined, words.plain('containers.problem.command'));
  const image = z
    .string()
    .refine((text) => text.length <= 500 && IMAGE.test(text.trim()), words.plain('containers.problem.image'));
  return [
    placeField(form),
    groupField(form),
    field('image', 'text', true, allowed(form, 'image', image)),
    field('command', 'text', false, command),
    {
      ...field('os', 'choice', true, z.enum(OS, words.plain('containers.problem.list'))),
      choices: choicesOf(OS, (word) => word),
      preset: 'Linux',
    },
  ];
};

/** How much of everything it takes, what becomes of it when it ends, and what it is told. */
export const sizeFields = async (form: DeployFormContext): Promise<readonly Field[]> => {
  const { words, answers } = form;
  const field = fieldOf(words);
  const amount = parsedBy(parseAmount, words.plain('containers.problem.amount'));
  const restarts = chosenPlace(form)?.restart ?? [];
  const place = chosenPlace(form);
  const secrets = place
    ? await secretProblem(specOfAnswers(answers, 'container', place.location), place.secrets, form.secrets)
    : undefined;
  return [
    { ...field('cpu', 'text', true, allowed(form, 'cpu', amount)), preset: '1' },
    { ...field('memory', 'text', true, allowed(form, 'memory', amount)), preset: '1.5' },
    field('gpu', 'text', false, allowed(form, 'gpu', parsedBy(parseGpu, words.plain('containers.problem.gpu')))),
    {
      ...field('restart', 'choice', true, z.enum(restarts, words.plain('containers.problem.list'))),
      choices: choicesOf(restarts, (word) => words.plain(`containers.restart.${word}`)),
      ...(restarts[0] ? { preset: restarts[0] } : {}),
    },
    {
      ...field('environment', 'lines', false, allowed(form, 'environment', environment(form, secrets))),
      hint: words.markdown('containers.hint.environment'),
    },
  ];
};

const environment = ({ words }: DeployFormContext, secrets: 'noSecret' | 'unreadableSecret' | undefined) =>
  shortText(words.plain('bot.form.tooLong', { max: LONGEST_ANSWER }))
    .refine((text) => !text.includes(REDACTED), words.plain('containers.problem.takenOut'))
    .superRefine((text, issue) => {
      const read = parseVariables(text);
      if (!('wrong' in read)) return;
      issue.addIssue({ code: 'custom', message: words.plain('containers.problem.variable') });
    })
    .refine(() => secrets === undefined, words.plain(`containers.problem.${secrets ?? 'noSecret'}`));

const ADDRESSES = ['none', 'Private', 'Public'] as const;

/** Where it can be reached. A label always goes with who may take it over: none chosen would mean everybody. */
export const addressFields = (form: DeployFormContext): readonly Field[] => {
  const { words, answers } = form;
  const field = fieldOf(words);
  const hasAddress = answers.address === 'Public' || answers.address === 'Private';
  const hasLabel = (answers.label ?? '').trim() !== '';
  const scopes = chosenPlace(form)?.deny.includes('unsecureLabel')
    ? SCOPES.filter((one) => one !== 'Unsecure')
    : SCOPES;
  const label = z
    .string()
    .refine(
      (text) => /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i.test(text.trim()),
      words.plain('containers.problem.label'),
    )
    .refine(() => hasAddress, words.plain('containers.problem.labelAlone'));
  return [
    {
      ...field(
        'address',
        'choice',
        true,
        allowed(form, 'address', z.enum(ADDRESSES, words.plain('containers.problem.list'))),
      ),
      choices: choicesOf(ADDRESSES, (word) => words.plain(`containers.address.${word}`)),
      preset: 'none',
    },
    field('ports', 'text', hasAddress, parsedBy(parsePorts, words.plain('containers.problem.ports'))),
    field('label', 'text', false, label),
    {
      ...field(
        'labelScope',
        'choice',
        hasLabel,
        allowed(form, 'labelScope', z.enum(SCOPES, words.plain('containers.problem.list'))),
      ),
      missing: words.plain('containers.problem.scope'),
      choices: choicesOf(scopes, (word) => words.plain(`containers.scope.${word}`)),
      hint: scopeHint(form),
    },
  ];
};

/** What each of the five scopes means. */
const scopeHint = ({ words }: DeployFormContext): Markdown =>
  [
    words.markdown('containers.hint.scopes'),
    ...SCOPES.map((word) => `- ${words.markdown(`containers.scopeHint.${word}`)}`),
  ].join('\n') as Markdown;
