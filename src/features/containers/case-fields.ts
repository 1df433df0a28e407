import { z } from 'zod';
import { type Field, LONGEST_ANSWER, shortText } from '../../cards/form.ts';
import type { Markdown } from '../../lib/text.ts';
import { type Asking, chosenPlace } from './asking.ts';
import { type Breach, type BreachRule, breachesOf } from './breaches.ts';
import { readAmount, readCommand, readGpu, readPorts, readVariables, SCOPES, specOfAnswers } from './common-case.ts';
import { choicesOf, fieldOf, groupField, placeField, readable } from './fields.ts';
import { IMAGE } from './image.ts';
import { TAKEN_OUT } from './secret-looks.ts';
import { secretProblem } from './spec.ts';

/** Which breach is told beside which field. */
const FIELD_OF: Readonly<Record<BreachRule, string>> = {
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
const breachAt = (asking: Asking, field: string): Breach | undefined => {
  const place = chosenPlace(asking);
  if (!place) return undefined;
  const spec = specOfAnswers(asking.answers, 'container', place.location);
  return breachesOf(spec, place).find(({ rule }) => FIELD_OF[rule] === field);
};

/** What the field's own rule allows and the policy does not. */
const allowed = (asking: Asking, field: string, schema: z.ZodType<unknown, string>) =>
  schema.superRefine((_text, issue) => {
    const breach = breachAt(asking, field);
    if (!breach) return;
    issue.addIssue({ code: 'custom', message: asking.words.plain(`containers.breach.${breach.rule}`, breach.values) });
  });

const OS = ['Linux', 'Windows'];

/** What runs, and where. */
export const whatFields = (asking: Asking): readonly Field[] => {
  const { words } = asking;
  const field = fieldOf(words);
  const command = z
    .string()
    .refine((text) => !text.includes(TAKEN_OUT), words.plain('containers.problem.takenOut'))
    .refine((text) => readCommand(text) !== undefined, words.plain('containers.problem.command'));
  const image = z
    .string()
    .refine((text) => text.length <= 500 && IMAGE.test(text.trim()), words.plain('containers.problem.image'));
  return [
    placeField(asking),
    groupField(asking),
    field('image', 'text', true, allowed(asking, 'image', image)),
    field('command', 'text', false, command),
    {
      ...field('os', 'choice', true, z.enum(OS, words.plain('containers.problem.list'))),
      choices: choicesOf(OS, (word) => word),
      preset: 'Linux',
    },
  ];
};

/** How much of everything it takes, what becomes of it when it ends, and what it is told. */
export const sizeFields = async (asking: Asking): Promise<readonly Field[]> => {
  const { words, answers } = asking;
  const field = fieldOf(words);
  const amount = readable(readAmount, words.plain('containers.problem.amount'));
  const restarts = chosenPlace(asking)?.restart ?? [];
  const place = chosenPlace(asking);
  const secrets = place
    ? await secretProblem(specOfAnswers(answers, 'container', place.location), place.secrets, asking.secrets)
    : undefined;
  return [
    { ...field('cpu', 'text', true, allowed(asking, 'cpu', amount)), preset: '1' },
    { ...field('memory', 'text', true, allowed(asking, 'memory', amount)), preset: '1.5' },
    field('gpu', 'text', false, allowed(asking, 'gpu', readable(readGpu, words.plain('containers.problem.gpu')))),
    {
      ...field('restart', 'choice', true, z.enum(restarts, words.plain('containers.problem.list'))),
      choices: choicesOf(restarts, (word) => words.plain(`containers.restart.${word}`)),
      ...(restarts[0] ? { preset: restarts[0] } : {}),
    },
    {
      ...field('environment', 'lines', false, allowed(asking, 'environment', environment(asking, secrets))),
      hint: words.markdown('containers.hint.environment'),
    },
  ];
};

const environment = ({ words }: Asking, secrets: 'noSecret' | 'unreadableSecret' | undefined) =>
  shortText(words.plain('bot.form.tooLong', { max: LONGEST_ANSWER }))
    .refine((text) => !text.includes(TAKEN_OUT), words.plain('containers.problem.takenOut'))
    .superRefine((text, issue) => {
      const read = readVariables(text);
      if (!('wrong' in read)) return;
      issue.addIssue({ code: 'custom', message: words.plain('containers.problem.variable') });
    })
    .refine(() => secrets === undefined, words.plain(`containers.problem.${secrets ?? 'noSecret'}`));

const ADDRESSES = ['none', 'Private', 'Public'];

/** Where it can be reached. A label always goes with who may take it over: none chosen would mean everybody. */
export const addressFields = (asking: Asking): readonly Field[] => {
  const { words, answers } = asking;
  const field = fieldOf(words);
  const hasAddress = answers.address === 'Public' || answers.address === 'Private';
  const hasLabel = (answers.label ?? '').trim() !== '';
  const scopes = chosenPlace(asking)?.deny.includes('unsecureLabel')
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
        allowed(asking, 'address', z.enum(ADDRESSES, words.plain('containers.problem.list'))),
      ),
      choices: choicesOf(ADDRESSES, (word) => words.plain(`containers.address.${word}`)),
      preset: 'none',
    },
    field('ports', 'text', hasAddress, readable(readPorts, words.plain('containers.problem.ports'))),
    field('label', 'text', false, label),
    {
      ...field(
        'labelScope',
        'choice',
        hasLabel,
        allowed(asking, 'labelScope', z.enum(SCOPES, words.plain('containers.problem.list'))),
      ),
      missing: words.plain('containers.problem.scope'),
      choices: choicesOf(scopes, (word) => words.plain(`containers.scope.${word}`)),
      hint: scopeHint(asking),
    },
  ];
};

/** What each of the five scopes means. */
const scopeHint = ({ words }: Asking): Markdown =>
  [
    words.markdown('containers.hint.scopes'),
    ...SCOPES.map((word) => `- ${words.markdown(`containers.scopeHint.${word}`)}`),
  ].join('\n') as Markdown;
