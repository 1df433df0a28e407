import type { ContainerGroup } from '#cloud/operations/container-groups.ts';
import { AppError } from '#platform/lib/errors.ts';
import type { Answers } from '#teams/cards/form.ts';
import { documentOf, readOwn, type SecretSlots, toSpec } from '../document/documents.ts';
import { redactText } from '../document/redaction.ts';
import { findGroup } from '../group-state.ts';
import type { ContainerPlace } from '../policy.ts';
import { findContainerPlace } from '../policy.ts';
import type { GroupSpec } from '../terms.ts';
import { chosenPlace, type DeployFormContext, groupName, notRequestable } from './context.ts';
import {
  type HiddenValue,
  hiddenValuesOf,
  isNamed,
  lastNames,
  parseNames,
  type SecretNames,
  slotsOf,
} from './secret-names.ts';

/** What a change of images is about: the group as it is now, and its images as they shall be. */
export interface ImageTarget {
  readonly place: ContainerPlace;
  readonly group: ContainerGroup;
  /** The image of each container, by the container's name. */
  readonly images: ReadonlyMap<string, string>;
  /** The hidden values whose secrets nobody has named: the form asks for them. */
  readonly unnamed: readonly HiddenValue[];
  /** The names in the last deployment, and in the answers. */
  readonly names: SecretNames;
}

/** @throws AppError where there is no such group */
export const readTarget = async (form: DeployFormContext): Promise<ImageTarget> => {
  const { place, group } = await readImageGroup(form);
  const last = await lastNames(form, { place, group: groupName(form) });
  const unnamed = hiddenValuesOf(group).filter((value) => !isNamed(last, value));
  const names = new Map([...last, ...namesIn(form.answers, unnamed)]);
  return { place, group, images: imagesIn(form.answers, group), unnamed, names };
};

/** Begins the answer with the image of one container of several; a card lists its fields by a space. */
export const IMAGE_OF = 'image:';

/** The answer with the image of a container; a group of one has one field. */
export const imageFieldId = ({ containers }: ContainerGroup, container: string): string =>
  containers.length === 1 ? 'image' : `${IMAGE_OF}${container}`;

/** The images that are answered: for each container, or for the one that was named. */
const imagesIn = (answers: Answers, group: ContainerGroup): ImageTarget['images'] =>
  new Map(
    group.containers.map(({ name, image = '' }) => {
      const named = name === answers.container ? answers.image : undefined;
      return [name, (answers[imageFieldId(group, name)] ?? named ?? image).trim()];
    }),
  );

/** The names of the containers that get another image. */
export const changedImages = ({ group, images }: Pick<ImageTarget, 'group' | 'images'>): readonly string[] =>
  group.containers.flatMap(({ name, image }) => (images.get(name) === image ? [] : [name]));

/** The group of the form, as it is now. @throws AppError where there is none */
export const readImageGroup = async (
  form: DeployFormContext,
): Promise<{ readonly place: ContainerPlace; readonly group: ContainerGroup }> => {
  const place = chosenPlace(form);
  if (!place) throw notRequestable(form.policy, findContainerPlace(form.policy, form.answers.place ?? ''));
  const { subscriptionId, resourceGroup } = place;
  const { correlation, endBy } = form;
  const at = { subscriptionId, resourceGroup, group: groupName(form) };
  const group = await findGroup(form.vendor, at, { correlation, endBy });
  if (!group) throw noGroup(form, place);
  return { place, group };
};

const noGroup = (form: DeployFormContext, { title }: ContainerPlace): AppError =>
  new AppError({
    code: 'Container.NotFound',
    text: 'containers.refused.noGroup',
    values: { group: groupName(form), place: title },
  });

/** The answer with the secret of a hidden value. */
export const secretField = ({ path }: HiddenValue): string => `secret ${path}`;

const namesIn = (answers: Answers, values: readonly HiddenValue[]): SecretNames =>
  new Map(
    values.flatMap((value) => {
      const text = (answers[secretField(value)] ?? '').trim();
      if (text === '') return [];
      if (!value.several) return [[value.path, text] as const];
      return [...(parseNames(text) ?? [])].map(([own, name]) => [`${value.path}.${own}`, name] as const);
    }),
  );

/** Holds the place of a secret that is not named yet, so that everything else can be checked. */
const ANY_SECRET = 'any';

/**
 * The group with other images, and nothing else changed.
 * @returns undefined for a group that a document cannot express, or with a wrong image or secret
 */
export const specWithImages = async ({
  group,
  images,
  names,
}: Pick<ImageTarget, 'group' | 'images' | 'names'>): Promise<GroupSpec | undefined> => {
  const containers = group.containers.map((one) => ({ ...one, image: images.get(one.name) ?? one.image }));
  const known = slotsOf(names);
  const slots: SecretSlots = {
    one: (path) => known.one(path) || ANY_SECRET,
    many(path) {
      const named = known.many(path);
      return Object.keys(named).length > 0 ? named : { any: ANY_SECRET };
    },
  };
  const changed = { ...group, containers };
  const text = documentOf(changed, slots);
  // A request is stored: a group with a secret in a plain setting is changed by its document, which asks for a reference.
  const document = redactText(text) === text ? readOwn(changed, slots).document : undefined;
  return document && toSpec(document);
};

/** The terms' settings from checked answers. @throws AppError for a group whose image alone cannot be changed */
export const readImageSpec = async (form: DeployFormContext): Promise<GroupSpec> => {
  const target = await readTarget(form);
  const spec = await specWithImages(target);
  if (spec && target.unnamed.every((value) => isNamed(target.names, value))) return spec;
  throw new AppError({ code: 'Container.NotExpressible', text: 'containers.refused.imageAlone' });
};

/** An image without its tag and digest. */
const repositoryOf = (image: string): string => (image.split('@', 1)[0] ?? '').replace(/:[^:/]*$/, '');

/** The container that an image is for: the only one, or the only one with an image of that repository. */
export const containerFor = ({ containers }: ContainerGroup, image: string | undefined): string | undefined => {
  const fitting =
    containers.length === 1
      ? containers
      : containers.filter((one) => image && repositoryOf(one.image ?? '') === repositoryOf(image));
  return fitting.length === 1 ? fitting[0]?.name : undefined;
};
