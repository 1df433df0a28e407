import { z } from 'zod';
import { codeBlock } from '../../bot/teams-html.ts';
import { type Answer, cardAnswer, formAnswer, type Turn } from '../../bot/turn.ts';
import { type Answers, LONGEST_KEPT } from '../../cards/form.ts';
import { AppError } from '../../lib/errors.ts';
import { oneLine } from '../../lib/text.ts';
import { createOrUpdateContainerGroup, getContainerGroup } from '../../vendor/operations/container-groups.ts';
import { defineCommand, type Services } from '../feature.ts';
import { type Asked, readAsked, readWhich } from './asked.ts';
import { offeredPlaces } from './asking.ts';
import { caseForm, documentForm } from './deploy-form.ts';
import { readDocument } from './document/read-document.ts';
import { takeOutSecrets } from './document/take-out.ts';
import { answersOf, documentOf } from './edit.ts';
import { drawGroups, titleOf } from './groups-card.ts';
import type { KnownGroup } from './known-groups.ts';
import { type ContainerPlace, findContainerPlace } from './section.ts';
import { drawGroup, findMeant, type Looking, readGroup, requireSeer } from './show-group.ts';
import { findGroup } from './standing.ts';
import { UNKEPT } from './take-out-answers.ts';

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
  example:
    'deploy container cg-ledger-jobs image registry.northwind.example/ledger/jobs:1.4 on ledger because the month ends',
  async handle(turn, { asked }, services) {
    services.vendor.requireService(createOrUpdateContainerGroup);
    if (offeredPlaces(services, turn.who.objectId).length === 0) {
      throw new AppError({ code: 'Policy.NotAllowed', text: 'containers.form.nothing' });
    }
    const code = turn.typed.kind === 'html' ? codeBlock(turn.typed.content) : undefined;
    const said = readAsked(asked, code);
    if (said.document !== undefined) return formAnswer(documentForm.name, documentAnswers(said, services), false);
    return formAnswer(caseForm.name, await caseAnswers(said, turn, services), true);
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
const documentAnswers = (said: Asked, services: Services): Answers => {
  const { document = '', group, reason } = said;
  const without = takeOutSecrets(document);
  const read = without === undefined ? undefined : readDocument(without);
  return {
    ...given({ group: group ?? (read?.ok ? read.document.name : read?.name), reason }),
    ...placeAnswers(said, services),
    ...(without === undefined ? { [UNKEPT]: 'yes' } : heldOrShown(without)),
  };
};

const heldOrShown = (document: string): Answers => (document.length > LONGEST_KEPT ? { held: document } : { document });

/** Of a group that is there already the form begins with what runs, so that nothing is taken away by forgetting it. */
const caseAnswers = async (said: Asked, turn: Turn, services: Services): Promise<Answers> => {
  const { group, image, reason } = said;
  const place = placeAnswers(said, services);
  const own = given({ group: group?.toLowerCase(), image, reason });
  const at = offeredPlaces(services, turn.who.objectId).find(({ key }) => key === place.place);
  const found = at && group ? await lookFor({ place: at, group: group.toLowerCase() }, turn, services) : undefined;
  return { ...(found ? answersOf(found) : {}), ...place, ...own };
};

const lookFor = ({ place, group }: KnownGroup, turn: Turn, { vendor }: Services) => {
  const { subscriptionId, resourceGroup } = place;
  return findGroup(vendor, { subscriptionId, resourceGroup, group }, lookingUntil(turn));
};

const DRAWING_MS = 300;

const lookingUntil = ({ correlation, answerBy }: Turn) => ({ correlation, endBy: answerBy - DRAWING_MS });

/** @throws AppError for a person whom the policy does not let look */
export const lookingOf = (turn: Turn, services: Services): Looking => {
  services.vendor.requireService(getContainerGroup);
  requireSeer(services.policy.current(), turn.who.objectId);
  return { services, words: turn.words, ...lookingUntil(turn) };
};

export const container = defineCommand({
  name: 'container',
  aliases: ['containers', 'container group', 'container groups'],
  area: AREA,
  lead: 'which',
  slots: [],
  arguments: z.object({ which: z.string().default('') }),
  example: 'container cg-ledger-api on ledger',
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
  const found = await readGroup(looking, which);
  const at = { place: which.place.key, group: which.group };
  const answers = answersOf(found);
  if (answers) return formAnswer(caseForm.name, { ...answers, ...at }, true);
  const document = documentOf(found);
  if (document.length <= LONGEST_KEPT) return formAnswer(documentForm.name, { document, ...at }, true);
  throw new AppError({ code: 'Container.TooLong', text: 'containers.refused.tooLong' });
};
