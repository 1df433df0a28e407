import { z } from 'zod';
import { callOptions } from '../../../api/call-options.ts';
import {
  type ContainerGroup,
  createOrUpdateContainerGroup,
  getContainerGroup,
} from '../../../api/operations/container-groups.ts';
import { type Answer, cardAnswer, formAnswer, type Turn } from '../../../bot/turn/turn.ts';
import { codeBlock } from '../../../bot/turn/typed-message.ts';
import { type Answers, LONGEST_INPUT } from '../../../cards/form.ts';
import { AppError } from '../../../lib/errors.ts';
import { oneLine } from '../../../lib/text.ts';
import { defineCommand, type Services } from '../../feature.ts';
import { givenAnswers } from '../../form-fields.ts';
import { renderGroup } from '../cards/group-card.ts';
import { renderGroups, titleOf } from '../cards/groups-card.ts';
import { documentOf, documents } from '../document/documents.ts';
import { answersOf } from '../form/answers.ts';
import { requestablePlaces } from '../form/context.ts';
import { ATTACHED, REJECTION, redactDocument } from '../form/document-page.ts';
import { type KnownGroup, type ReadContext, readGroup, requireViewer, resolveGroup } from '../group-lookup.ts';
import { findGroup } from '../group-state.ts';
import { type DeployArguments, parseDeploy } from '../parse.ts';
import { type ContainerPlace, findContainerPlace } from '../policy.ts';
import { caseForm, documentForm } from './deploy-form.ts';

const AREA = 'containers';

export const deployContainer = defineCommand({
  name: 'deploy container',
  aliases: ['deploy container group', 'deploy containers'],
  area: AREA,
  lead: 'request',
  // A document may contain any word, so the command parses its text itself.
  slots: [],
  long: true,
  arguments: z.object({ request: z.string().default('') }),
  words: ['image', 'on', 'because'],
  example:
    'deploy container cg-ledger-jobs image registry.northwind.example/ledger/jobs:1.4 on ledger because the month ends',
  async handle(turn, { request: text }, services) {
    services.vendor.requireService(createOrUpdateContainerGroup);
    if (requestablePlaces(services, turn.who.objectId).length === 0) {
      throw new AppError({ code: 'Policy.NotAllowed', text: 'containers.form.nothing' });
    }
    const code = turn.typed.kind === 'html' ? codeBlock(turn.typed.content) : undefined;
    const args = parseDeploy(text, code);
    if (args.document !== undefined) return formAnswer(documentForm.name, await documentAnswers(args, services), false);
    if (turn.attached && args.image === undefined) {
      return formAnswer(documentForm.name, { ...ownAnswers(args, services), [ATTACHED]: 'yes' }, false);
    }
    return askByQuestions(args, turn, services);
  },
});

const placeAnswers = ({ place }: DeployArguments, services: Services): Answers => {
  const found = place === undefined ? undefined : findContainerPlace(services.policy.current(), place);
  if (place === undefined || found) return found ? { place: found.key } : {};
  return { unknown: oneLine(place, 60) };
};

/** A document too long for a card input is stored beside it. The document names the group, unless the message does. */
const documentAnswers = async (args: DeployArguments, services: Services): Promise<Answers> => {
  const { document = '', group, reason } = args;
  const { kept, unkept } = await redactDocument(document);
  const read = kept === undefined ? undefined : await documents.read(kept);
  return {
    ...givenAnswers({ group: group ?? (read?.ok ? read.document.name : read?.name), reason }),
    ...placeAnswers(args, services),
    ...(kept === undefined ? { [REJECTION]: unkept } : documentAnswer(kept)),
  };
};

const documentAnswer = (document: string): Answers =>
  document.length > LONGEST_INPUT ? { held: document } : { document };

const ownAnswers = (args: DeployArguments, services: Services): Answers => {
  const { group, image, reason } = args;
  return { ...placeAnswers(args, services), ...givenAnswers({ group: group?.toLowerCase(), image, reason }) };
};

/** For an existing group the form starts with its current settings, so that none is lost by omission. */
const askByQuestions = async (args: DeployArguments, turn: Turn, services: Services): Promise<Answer> => {
  const own = ownAnswers(args, services);
  const at = requestablePlaces(services, turn.who.objectId).find(({ key }) => key === own.place);
  const found = at && own.group ? await findGroupAt({ place: at, group: own.group }, turn, services) : undefined;
  return found ? changeForm(withImage(found, own.image), own) : formAnswer(caseForm.name, own, true);
};

/** Applies the given image where the group has exactly one container. */
const withImage = (group: ContainerGroup, image: string | undefined): ContainerGroup => {
  const [only, ...others] = group.containers;
  return image && only && others.length === 0 ? { ...group, containers: [{ ...only, image }] } : group;
};

/** A form with the group's current settings: the questions if they can express them, else its document. */
const changeForm = (found: ContainerGroup, own: Answers): Answer => {
  const answers = answersOf(found);
  if (answers) return formAnswer(caseForm.name, { ...answers, ...own }, true);
  const document = documentOf(found);
  if (document.length <= LONGEST_INPUT) return formAnswer(documentForm.name, { document, ...own }, true);
  throw new AppError({ code: 'Container.TooLong', text: 'containers.refused.tooLong' });
};

const findGroupAt = ({ place, group }: KnownGroup, turn: Turn, { vendor }: Services) => {
  const { subscriptionId, resourceGroup } = place;
  return findGroup(vendor, { subscriptionId, resourceGroup, group }, callOptions(turn));
};

/** @throws AppError for a person who may not see container groups */
export const readContextOf = (turn: Turn, services: Services): ReadContext => {
  services.vendor.requireService(getContainerGroup);
  requireViewer(services.policy.current(), turn.who.objectId);
  return { services, words: turn.words, ...callOptions(turn) };
};

export const container = defineCommand({
  name: 'container',
  aliases: ['containers', 'container group', 'container groups'],
  area: AREA,
  lead: 'group',
  slots: ['on', 'at', 'in'].map((word) => ({ word, argument: 'place' })),
  arguments: z.object({ group: z.string().toLowerCase().default(''), place: z.string().optional() }),
  example: 'container cg-ledger-api on ledger',
  says: 'example',
  async handle(turn, reference, services) {
    const context = readContextOf(turn, services);
    const meant = await resolveGroup(context, reference);
    return meant.is === 'group' ? showGroup(context, meant.which) : showGroups(context, meant.place, 0);
  },
});

export const showGroup = async (context: ReadContext, which: KnownGroup): Promise<Answer> => {
  const { services, words } = context;
  const card = renderGroup(await readGroup(context, which), which.place, services.clock.now(), words);
  return cardAnswer(card, which.group);
};

export const showGroups = async (
  context: ReadContext,
  place: ContainerPlace | undefined,
  page: number,
): Promise<Answer> => cardAnswer(await renderGroups(context, place, page), titleOf(place, context.words));

/** Opens the form with the group's current settings. @throws AppError for a person who may not request changes there */
export const openChange = async (context: ReadContext, which: KnownGroup, requester: string): Promise<Answer> => {
  const { services } = context;
  if (!requestablePlaces(services, requester).some(({ key }) => key === which.place.key)) {
    throw new AppError({ code: 'Policy.NotAllowed', text: 'containers.form.nothing' });
  }
  return changeForm(await readGroup(context, which), { place: which.place.key, group: which.group });
};
