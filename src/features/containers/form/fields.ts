import { z } from 'zod';
import { fieldMaker, presetChoices, readBy, reasonRule, shortText } from '#features/form-fields.ts';
import type { Markdown } from '#platform/lib/text.ts';
import type { TextName, Words } from '#platform/texts/texts.ts';
import type { Answers, Choice, Field } from '#teams/cards/form.ts';
import { REDACTED } from '../document/redaction.ts';
import { DNS_LABEL, GROUP_NAME, IMAGE } from '../document/schema.ts';
import type { ContainerPlace } from '../policy.ts';
import { type PolicyViolation, type ViolationRule, violationsOf } from '../policy-violations.ts';
import { secretProblem } from '../terms.ts';
import { SCOPES, specOfAnswers } from './answers.ts';
import { chosenPlace, type DeployFormContext } from './context.ts';
import { parseAmount, parseCommandLine, parseGpu, parsePorts, parseVariables } from './field-values.ts';

type Example = TextName<'containers.example'>;
type Optional = TextName<'containers.field', 'Optional'>;

/** A field with its texts, `containers.field.<id>` and `containers.example.<id>`. */
export const fieldOf = (words: Words) =>
  fieldMaker<TextName<'containers.field'> & Example, Optional & Example>((id, required) => ({
    label: words.plain(required ? `containers.field.${id}` : `containers.field.${id}Optional`),
    missing: words.plain('containers.problem.missing'),
    placeholder: words.plain(`containers.example.${id}`),
  }));

const choicesOf = <Word extends string>(list: readonly Word[], title: (word: Word) => string): readonly Choice[] =>
  list.map((value) => ({ title: title(value), value }));

export const placeField = (form: DeployFormContext): Field => {
  const { places, words } = form;
  const known = readBy(() => chosenPlace(form), words.plain('containers.problem.list'));
  return { ...fieldOf(words)('place', true, 'choice', known), ...presetChoices(places) };
};

export const groupField = ({ words }: DeployFormContext): Field =>
  fieldOf(words)(
    'group',
    true,
    'text',
    z.string().refine((text) => GROUP_NAME.test(text.trim().toLowerCase()), words.plain('containers.problem.group')),
  );

/** Another name, for what the vendor does not change in the group of this name. */
export const otherGroupField = (form: DeployFormContext, group: string): Field => {
  const { words } = form;
  const other = z
    .string()
    .refine((text) => text.trim().toLowerCase() !== group, words.plain('containers.problem.deletion'));
  return { ...groupField(form), schema: z.intersection(groupField(form).schema, other) };
};

export const reasonField = ({ words, policy }: DeployFormContext, required = true): Field => {
  const rule = reasonRule(words, policy, words.plain('containers.problem.missing'));
  const field = fieldOf(words);
  const { schema } = rule;
  return { ...(required ? field('reason', true, 'lines', schema) : field('reason', false, 'lines', schema)), ...rule };
};

/** The field beside which a violation is shown. */
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

/** The first violation of the policy by the answers so far, for a field. */
const violationAt = (form: DeployFormContext, field: string): PolicyViolation | undefined => {
  const place = chosenPlace(form);
  if (!place) return undefined;
  const spec = specOfAnswers(form.answers, 'container', place.location);
  return violationsOf(spec, place).find(({ rule }) => FIELD_OF[rule] === field);
};

/** Adds the policy's check to the field's own schema. */
const allowed = (form: DeployFormContext, field: string, schema: z.ZodType<unknown, string>) =>
  schema.superRefine((_text, issue) => {
    const violation = violationAt(form, field);
    if (!violation) return;
    issue.addIssue({
      code: 'custom',
      message: form.words.plain(`containers.violation.${violation.rule}`, violation.values),
    });
  });

const OS = ['Linux', 'Windows'];

/** What a new group gets where nothing else is answered. */
const PRESET = { os: 'Linux', cpu: '1', memory: '1.5', address: 'none' };

/** The same as answers, with the place's restart policy. */
export const presetAnswers = ({ restart: [restart] }: ContainerPlace): Answers => ({
  ...PRESET,
  ...(restart === undefined ? {} : { restart }),
});

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
    field('image', true, 'text', allowed(form, 'image', image)),
    field('command', false, 'text', command),
    {
      ...field('os', true, 'choice', z.enum(OS, words.plain('containers.problem.list'))),
      choices: choicesOf(OS, (word) => word),
      preset: PRESET.os,
    },
  ];
};

/** The variables of the group as it is now: shown, but not yet an answer. */
export const CURRENT_ENVIRONMENT = 'currentEnvironment';

/** Resources, restart policy and environment. */
export const sizeFields = async (form: DeployFormContext): Promise<readonly Field[]> => {
  const { words, answers } = form;
  const field = fieldOf(words);
  const list = words.plain('containers.problem.list');
  const amount = readBy(parseAmount, words.plain('containers.problem.amount'));
  const place = chosenPlace(form);
  const restarts = place?.restart ?? [];
  const secrets = place
    ? await secretProblem(specOfAnswers(answers, 'container', place.location), place.secrets, form.secrets)
    : undefined;
  return [
    { ...field('cpu', true, 'text', allowed(form, 'cpu', amount)), preset: PRESET.cpu },
    { ...field('memory', true, 'text', allowed(form, 'memory', amount)), preset: PRESET.memory },
    field('gpu', false, 'text', allowed(form, 'gpu', readBy(parseGpu, words.plain('containers.problem.gpu')))),
    {
      ...field('restart', true, 'choice', z.enum(restarts, list)),
      choices: choicesOf(restarts, (word) => words.plain(`containers.restart.${word}`)),
      ...(restarts[0] ? { preset: restarts[0] } : {}),
    },
    {
      ...field('environment', false, 'lines', allowed(form, 'environment', environment(form, secrets))),
      hint: words.markdown('containers.hint.environment'),
      ...(answers[CURRENT_ENVIRONMENT] ? { preset: answers[CURRENT_ENVIRONMENT] } : {}),
    },
  ];
};

const environment = ({ words }: DeployFormContext, secrets: 'noSecret' | 'unreadableSecret' | undefined) =>
  shortText(words)
    .refine((text) => !text.includes(REDACTED), words.plain('containers.problem.takenOut'))
    .superRefine((text, issue) => {
      const read = parseVariables(text);
      if (!('wrong' in read)) return;
      issue.addIssue({ code: 'custom', message: words.plain('containers.problem.variable') });
    })
    .refine(() => secrets === undefined, words.plain(`containers.problem.${secrets ?? 'noSecret'}`));

const ADDRESSES = ['none', 'Private', 'Public'] as const;

/** The address. A label always needs its scope: without one anybody may take it over. */
export const addressFields = (form: DeployFormContext): readonly Field[] => {
  const { words, answers } = form;
  const field = fieldOf(words);
  const oneOf = (id: string, values: readonly string[]) =>
    allowed(form, id, z.enum(values, words.plain('containers.problem.list')));
  const hasAddress = answers.address === 'Public' || answers.address === 'Private';
  const hasLabel = (answers.label ?? '').trim() !== '';
  const scopes = chosenPlace(form)?.deny.includes('unsecureLabel')
    ? SCOPES.filter((one) => one !== 'Unsecure')
    : SCOPES;
  const label = z
    .string()
    .refine((text) => DNS_LABEL.test(text.trim().toLowerCase()), words.plain('containers.problem.label'))
    .refine(() => hasAddress, words.plain('containers.problem.labelAlone'));
  return [
    {
      ...field('address', true, 'choice', oneOf('address', ADDRESSES)),
      choices: choicesOf(ADDRESSES, (word) => words.plain(`containers.address.${word}`)),
      preset: PRESET.address,
    },
    field('ports', hasAddress, 'text', readBy(parsePorts, words.plain('containers.problem.ports'))),
    field('label', false, 'text', label),
    {
      ...field('labelScope', hasLabel, 'choice', oneOf('labelScope', SCOPES)),
      missing: words.plain('containers.problem.scope'),
      choices: choicesOf(scopes, (word) => words.plain(`containers.scope.${word}`)),
      hint: scopeHint(form),
    },
  ];
};

/** Explains each of the five scopes. */
const scopeHint = ({ words }: DeployFormContext): Markdown =>
  [
    words.markdown('containers.hint.scopes'),
    ...SCOPES.map((word) => `- ${words.markdown(`containers.scopeHint.${word}`)}`),
  ].join('\n') as Markdown;
