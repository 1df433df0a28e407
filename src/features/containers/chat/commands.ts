import { z } from 'zod';
import { callOptions } from '../../../api/call-options.ts';
import {
  type ContainerGroup,
  createOrUpdateContainerGroup,
  getContainerGroup,
} from '../../../api/operations/container-groups.ts';
import { codeBlock } from '../../../bot/turn/teams-html.ts';
import { type Answer, cardAnswer, formAnswer, type Turn } from '../../../bot/turn/turn.ts';
import { type Answers, LONGEST_KEPT } from '../../../cards/form.ts';
import { AppError } from '../../../lib/errors.ts';
import { oneLine } from '../../../lib/text.ts';
import { defineCommand, type Services } from '../../feature.ts';
import { type Asked, readAsked, readWhich } from '../asked.ts';
import { offeredPlaces } from '../asking.ts';
import { drawGroups, titleOf } from '../cards/groups-card.ts';
import { documents } from '../document/documents.ts';
import { ATTACHED } from '../document-page.ts';
import { answersOf, documentOf } from '../edit.ts';
import type { KnownGroup } from '../known-groups.ts';
import { type ContainerPlace, findContainerPlace } from '../policy.ts';
import { drawGroup, findMeant, type Looking, readGroup, requireSeer } from '../show-group.ts';
import { findGroup } from '../standing.ts';
import { keepable, UNKEPT } from '../take-out-answers.ts';
import { caseForm, documentForm } from './deploy-form.ts';

const AREA = 'containers';

export const deployContainer = defineCommand({
  name: 'deploy container',
  aliases: ['deploy container group', 'deploy containers'],
  area: AREA,
  lead: 'asked',
  // A document holds every word there is: the command reads itself.
  slots: [],
  long: true,
  arguments: z.object({ asked: z.string().default('') }),
  words: ['image', 'on', 'because'],
  example:
    'deploy container cg-ledger-jobs image registry.northwind.example/ledger/jobs:1.4 on ledger because the month ends',
  async handle(turn, { asked }, services) {
    services.vendor.requireService(createOrUpdateContainerGroup);
    if (offeredPlaces(services, turn.who.objectId).length === 0) {
      throw new AppError({ code: 'Policy.NotAllowed', text: 'containers.form.nothing' });
    }
    const code = turn.typed.kind === 'html' ? codeBlock(turn.typed.content) : undefined;
    const said = readAsked(asked, code);
    if (said.document !== undefined) return formAnswer(documentForm.name, await documentAnswers(said, services), false);
    if (turn.attached && said.image === undefined) {
      return formAnswer(documentForm.name, { ...ownAnswers(said, services), [ATTACHED]: 'yes' }, false);
    }
    return askByQuestions(said, turn, services);
  },
});

const placeAnswers = ({ place }: Asked, services: Services): Answers => {
  const found = place === undefined ? undefined : findContainerPlace(services.policy.current(), place);
  if (place === undefined || found) return found ? { place: found.key } : {};
  return { unknown: oneLine(place, 60) };
};

const given = (said: Readonly<Record<string, string | undefined>>): Answers =>
  Object.fromEntries(Object.entries(said).flatMap(([name, value]) => (value ? [[name, value]] : [])));

/** A document too long for an input of a card is kept beside it. Its own name is the group's, unless the message says one. */
const documentAnswers = async (said: Asked, services: Services): Promise<Answers> => {
  const { document = '', group, reason } = said;
  const { kept, unkept } = await keepable(document);
  const read = kept === undefined ? undefined : await documents.read(kept);
  return {
    ...given({ group: group ?? (read?.ok ? read.document.name : read?.name), reason }),
    ...placeAnswers(said, services),
    ...(kept === undefined ? { [UNKEPT]: unkept } : heldOrShown(kept)),
  };
};

const heldOrShown = (document: string): Answers => (document.length > LONGEST_KEPT ? { held: document } : { document });

const ownAnswers = (said: Asked, services: Services): Answers => {
  const { group, image, reason } = said;
  return { ...placeAnswers(said, services), ...given({ group: group?.toLowerCase(), image, reason }) };
};

/** Of a group that is there already the form begins with what runs, so that nothing is taken away by forgetting it. */
const askByQuestions = async (said: Asked, turn: Turn, services: Services): Promise<Answer> => {
  const own = ownAnswers(said, services);
  const at = offeredPlaces(services, turn.who.objectId).find(({ key }) => key === own.place);
  const found = at && own.group ? await lookFor({ place: at, group: own.group }, turn, services) : undefined;
  return found ? changeForm(withImage(found, own.image), own) : formAnswer(caseForm.name, own, true);
};

/** The image that was said, where there is but one container to have it. */
const withImage = (group: ContainerGroup, image: string | undefined): ContainerGroup => {
  const [only, ...others] = group.containers;
  return image && only && others.length === 0 ? { ...group, containers: [{ ...only, image }] } : group;
};

/** All of what runs, to be changed: by the questions where they can say it, by its document where not. */
const changeForm = (found: ContainerGroup, own: Answers): Answer => {
  const answers = answersOf(found);
  if (answers) return formAnswer(caseForm.name, { ...answers, ...own }, true);
  const document = documentOf(found);
  if (document.length <= LONGEST_KEPT) return formAnswer(documentForm.name, { document, ...own }, true);
  throw new AppError({ code: 'Container.TooLong', text: 'containers.refused.tooLong' });
};

const lookFor = ({ place, group }: KnownGroup, turn: Turn, { vendor }: Services) => {
  const { subscriptionId, resourceGroup } = place;
  return findGroup(vendor, { subscriptionId, resourceGroup, group }, callOptions(turn));
};

/** @throws AppError for a person whom the policy does not let look */
export const lookingOf = (turn: Turn, services: Services): Looking => {
  services.vendor.requireService(getContainerGroup);
  requireSeer(services.policy.current(), turn.who.objectId);
  return { services, words: turn.words, ...callOptions(turn) };
};

export const container = defineCommand({
  name: 'container',
  aliases: ['containers', 'container group', 'container groups'],
  area: AREA,
  lead: 'which',
  slots: [],
  arguments: z.object({ which: z.string().default('') }),
  words: ['on'],
  example: 'container cg-ledger-api on ledger',
  says: 'example',
  async handle(turn, { which }, services) {
    const looking = lookingOf(turn, services);
    const meant = await findMeant(looking, readWhich(which));
    return meant.is === 'group' ? showGroup(looking, meant.which) : showGroups(looking, meant.place, 0);
  },
});

export const showGroup = async (looking: Looking, which: KnownGroup): Promise<Answer> =>
  cardAnswer(await drawGroup(looking, which), which.group);

export const showGroups = async (looking: Looking, place: ContainerPlace | undefined, page: number): Promise<Answer> =>
  cardAnswer(await drawGroups(looking, place, page), titleOf(place, looking.words));

/** Opens the form that says all of what runs, for somebody to change it. @throws AppError for who may not ask there */
export const openChange = async (looking: Looking, which: KnownGroup, requester: string): Promise<Answer> => {
  const { services } = looking;
  if (!offeredPlaces(services, requester).some(({ key }) => key === which.place.key)) {
    throw new AppError({ code: 'Policy.NotAllowed', text: 'containers.form.nothing' });
  }
  return changeForm(await readGroup(looking, which), { place: which.place.key, group: which.group });
};
