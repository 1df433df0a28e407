import { type Answer, formAnswer } from '#bot/turn/turn.ts';
import type { ContainerGroup } from '#cloud/operations/container-groups.ts';
import { AppError } from '#platform/lib/errors.ts';
import { type Answers, LONGEST_INPUT } from '#teams/cards/form.ts';
import { documentOf } from '../document/documents.ts';
import { answersOf } from '../form/answers.ts';
import { CURRENT } from '../form/document-page.ts';
import { CURRENT_ENVIRONMENT } from '../form/fields.ts';
import { ASK_WHICH } from '../form/image-page.ts';
import { containerFor, specWithImages } from '../form/image-request.ts';
import { type SecretNames, slotsOf } from '../form/secret-names.ts';
import { caseForm, documentForm, imageForm } from './deploy-form.ts';

/**
 * A form with the group's current settings: the questions if they can express them, else its document.
 * @param names of its secrets, as far as they are known
 */
export const changeAnswer = (found: ContainerGroup, own: Answers, names: SecretNames): Answer => {
  const group = withImage(found, own.image);
  const answers = answersOf(group, names);
  if (answers) return formAnswer(caseForm.name, { ...withoutUnnamed(answers), ...own }, true);
  const document = documentOf(group, slotsOf(names));
  if (document.length <= LONGEST_INPUT) return formAnswer(documentForm.name, { [CURRENT]: document, ...own }, true);
  throw new AppError({ code: 'Container.TooLong', text: 'containers.refused.tooLong' });
};

/** A variable whose secret is not named yet is shown, but no answer: an answer would have an error at once. */
const withoutUnnamed = ({ environment = '', ...answers }: Answers): Answers => ({
  ...answers,
  ...(environment === ''
    ? {}
    : { [/=secret:$/m.test(environment) ? CURRENT_ENVIRONMENT : 'environment']: environment }),
});

const withImage = (group: ContainerGroup, image: string | undefined): ContainerGroup => {
  const name = image && containerFor(group, image);
  if (!name) return group;
  return { ...group, containers: group.containers.map((one) => (one.name === name ? { ...one, image } : one)) };
};

const NO_NAMES: ReadonlyMap<string, string> = new Map();
const NO_IMAGES = NO_NAMES;

/** The form for another image; undefined for a group that cannot be sent again as it is. */
export const imageAnswer = async (group: ContainerGroup, own: Answers): Promise<Answer | undefined> => {
  if (!(await specWithImages({ group, images: NO_IMAGES, names: NO_NAMES }))) return undefined;
  const container = containerFor(group, own.image);
  const which = container === undefined ? (own.image ? { [ASK_WHICH]: 'yes' } : {}) : { container };
  return formAnswer(imageForm.name, { ...own, ...which }, true);
};
