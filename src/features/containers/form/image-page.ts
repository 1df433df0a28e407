import { z } from 'zod';
import type { ContainerGroup } from '#cloud/operations/container-groups.ts';
import { choiceField, choicesOf, formPage, oneOf, readBy } from '#features/form-fields.ts';
import { cut, joinMarkdown } from '#platform/lib/text.ts';
import type { Words } from '#platform/texts/texts.ts';
import type { Field, FormPage } from '#teams/cards/form.ts';
import type { Fact } from '#teams/cards/view.ts';
import { changeFact, endedNote } from '../change-facts.ts';
import { IMAGE } from '../document/schema.ts';
import { shortened } from '../facts.ts';
import { compare } from '../group-state.ts';
import { type PolicyViolation, violationsOf } from '../policy-violations.ts';
import { settingLabel } from '../setting-label.ts';
import { secretsFact } from '../spec-facts.ts';
import type { GroupSpec } from '../terms.ts';
import type { DeployFormContext } from './context.ts';
import { fieldOf, reasonField } from './fields.ts';
import {
  changedImages,
  type ImageTarget,
  imageFieldId,
  readImageGroup,
  readTarget,
  secretField,
  specWithImages,
} from './image-request.ts';
import { type HiddenValue, isNamed, namesake, parseNames } from './secret-names.ts';

/** Tells the form that an image was typed, and that several containers could get it. */
export const ASK_WHICH = 'several';

/** Which container gets the image that was typed; no question where that is clear, or none was typed. */
export const containerPage = async (form: DeployFormContext): Promise<FormPage> => {
  const { words, answers } = form;
  const frame = frameOf(form, words.plain('containers.form.next'));
  if (answers[ASK_WHICH] !== 'yes') return frame;
  const { group } = await readImageGroup(form);
  const containers = group.containers.map(({ name, image = '' }) => ({
    key: name,
    title: [name, cut(image, 80)].join(' · '),
  }));
  const known = oneOf(
    containers.map(({ key }) => key),
    words.plain('containers.problem.list'),
  );
  return {
    ...frame,
    intro: words.markdown('containers.imageForm.which'),
    fields: [{ ...fieldOf(words)('container', true, 'choice', known), choices: choicesOf(containers) }],
  };
};

/** The image of each container, and everything that comes with a new one: the page sends the request. */
export const imagePage = async (form: DeployFormContext): Promise<FormPage> => {
  const { words } = form;
  const target = await readTarget(form);
  const { group, place, names, unnamed } = target;
  const spec = await specWithImages(target);
  const named = unnamed.every((value) => isNamed(names, value));
  const violations = spec ? violationsOf(spec, place).filter(({ rule }) => named || rule !== 'secret') : [];
  const state = group.instanceView?.state ?? group.provisioningState ?? '';
  return {
    ...frameOf(form, words.plain('containers.form.send')),
    intro: joinMarkdown([words.markdown('containers.imageForm.intro'), ...endedNote(state, words)]),
    facts: [
      ...imagesNow(target, form),
      ...(spec ? otherChanges(spec, target, form) : []),
      ...(spec && unnamed.length === 0 ? secretsFact(spec, words) : []),
      ...violationFacts(violations, form),
    ],
    fields: [
      ...group.containers.map((container) => imageField(container, target, violations, form)),
      ...unnamed.map((value) => (value.several ? namesField : nameField)(value, target, form)),
      reasonField(form, false),
    ],
  };
};

const frameOf = ({ words, answers }: DeployFormContext, submit: string): FormPage =>
  formPage(words, {
    title: words.markdown('containers.imageForm.title', { group: answers.group ?? '' }),
    intro: words.markdown('containers.imageForm.intro'),
    submit,
  });

const imagesNow = ({ group }: ImageTarget, { words }: DeployFormContext): Fact[] =>
  group.containers.map(({ name, image = '' }) => ({
    title: words.plain('containers.imageForm.now', { setting: imageLabel(name, group, words) }),
    value: shortened(image),
  }));

const imageLabel = (container: string, { containers }: ContainerGroup, words: Words): string =>
  settingLabel(imagePath(container), containers.length, words);

const imagePath = (container: string): string => `containers.${container}.image`;

/** What else would change: nothing, as a rule. */
const otherChanges = (spec: GroupSpec, { group }: ImageTarget, { words }: DeployFormContext): Fact[] => {
  const images = group.containers.map(({ name }) => imagePath(name));
  return compare(spec, group)
    .changes.filter(({ path }) => !images.includes(path))
    .map((line) => changeFact(line, group.containers.length, words));
};

/** Rules that the group breaks with any image. */
const violationFacts = (violations: readonly PolicyViolation[], { words }: DeployFormContext): Fact[] =>
  violations
    .filter(({ rule }) => rule !== 'image' && rule !== 'secret')
    .map(({ rule, values }) => ({
      title: words.plain('containers.label.warning'),
      value: words.markdown(`containers.violation.${rule}`, values),
    }));

/** A container's image. What is wrong with the request is said beside the images that change, or beside the first. */
const imageField = (
  { name, image: now = '' }: ContainerGroup['containers'][number],
  target: ImageTarget,
  violations: readonly PolicyViolation[],
  { words }: DeployFormContext,
): Field => {
  const { group, images } = target;
  const changed = changedImages(target);
  const isFirst = group.containers[0]?.name === name;
  const schema = z
    .string()
    .refine((text) => text.length <= 500 && IMAGE.test(text.trim()), words.plain('containers.problem.image'))
    .refine(() => !isFirst || changed.length > 0, words.plain('containers.problem.sameImage'))
    .superRefine((_text, issue) => {
      const [violation] = changed.includes(name) ? violations : [];
      if (!violation) return;
      const message = words.plain(`containers.violation.${violation.rule}`, violation.values);
      issue.addIssue({ code: 'custom', message });
    });
  const field = fieldOf(words)('newImage', true, 'text', schema);
  return {
    ...field,
    id: imageFieldId(group, name),
    label: group.containers.length === 1 ? field.label : imageLabel(name, group, words),
    preset: images.get(name) ?? now,
  };
};

/** The secret of one hidden value, from those that the policy allows at the place. */
const nameField = (value: HiddenValue, { place, group }: ImageTarget, { words }: DeployFormContext): Field => {
  const preset = place.secrets.length === 1 ? place.secrets[0] : namesake(value, place.secrets);
  return choiceField({
    id: secretField(value),
    label: words.plain('containers.imageForm.secret', {
      setting: settingLabel(value.path, group.containers.length, words),
    }),
    missing: words.plain('containers.problem.missing'),
    placeholder: words.plain('containers.example.secret'),
    items: place.secrets.map((name) => ({ key: name, title: name })),
    refused: words.plain('containers.problem.list'),
    ...(preset === undefined ? {} : { preset }),
  });
};

/** Secrets whose own names the vendor does not return either, as files of a volume. */
const namesField = (value: HiddenValue, { group }: ImageTarget, { words }: DeployFormContext): Field => ({
  id: secretField(value),
  kind: 'lines',
  required: true,
  label: words.plain('containers.imageForm.secrets', {
    setting: settingLabel(value.path, group.containers.length, words),
  }),
  schema: readBy(parseNames, words.plain('containers.problem.secretNames')),
  missing: words.plain('containers.problem.missing'),
  placeholder: words.plain('containers.example.secrets'),
});
