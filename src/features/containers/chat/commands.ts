import type { Values } from '#bot/arguments/argument.ts';
import { name, place, reason, recognised, text } from '#bot/arguments/types.ts';
import { codeBlock } from '#bot/turn/html.ts';
import { type Answer, cardAnswer, formAnswer, type Turn } from '#bot/turn/turn.ts';
import { callOptions } from '#cloud/operation.ts';
import { createOrUpdateContainerGroup, getContainerGroup } from '#cloud/operations/container-groups.ts';
import { allowedBy, defineCommand, type Services } from '#features/feature.ts';
import { givenAnswers } from '#features/form-fields.ts';
import { AppError } from '#platform/lib/errors.ts';
import { oneLine } from '#platform/lib/text.ts';
import { type Answers, LONGEST_INPUT } from '#teams/cards/form.ts';
import { renderGroup } from '../cards/group-card.ts';
import { renderGroups, titleOf } from '../cards/groups-card.ts';
import { documents } from '../document/documents.ts';
import { DOCUMENT_START, readTypedDocument } from '../document/typed-document.ts';
import { mayRequestAt, notRequestable, requestablePlaces, requireAnyPlace } from '../form/context.ts';
import { ATTACHED, REJECTION, redactDocument } from '../form/document-page.ts';
import { presetAnswers } from '../form/fields.ts';
import { lastNames } from '../form/secret-names.ts';
import {
  type KnownGroup,
  knownGroups,
  type ReadContext,
  readGroup,
  requireViewer,
  resolveGroup,
} from '../group-lookup.ts';
import { findGroup } from '../group-state.ts';
import { type ContainerPlace, findContainerPlace, maySee } from '../policy.ts';
import { containerVerbs } from '../terms.ts';
import { AT_ONCE, caseForm, documentForm } from './deploy-form.ts';
import { changeAnswer, imageAnswer } from './existing-group-forms.ts';

const AREA = 'containers';

const deployment = {
  name: name('group').orNew().first(),
  image: recognised('image').after('image', 'from', 'with'),
  as: text.after('as').shownAs('NAME'),
  place: place.after('on', 'at', 'in'),
  reason,
  document: recognised('document').printedAfter('\n').with({ startsAt: DOCUMENT_START }),
};

type Deployment = Values<typeof deployment>;

export const deployContainer = defineCommand({
  name: 'deploy container',
  aliases: ['deploy container group', 'deploy containers'],
  area: AREA,
  effect: 'asks',
  grave: true,
  takes: deployment,
  long: true,
  menu: ['team'],
  example:
    'deploy container cg-ledger-jobs image registry.northwind.example/ledger/jobs:1.4 on ledger because the month ends',
  async run(turn, args, services) {
    services.vendor.requireService(createOrUpdateContainerGroup);
    requireAnyPlace(services.policy.current(), turn.who.objectId);
    if (args.document !== undefined) {
      const code = turn.typed.kind === 'html' ? codeBlock(turn.typed.content) : undefined;
      const document = readTypedDocument(args.document, code);
      return formAnswer(documentForm.name, await documentAnswers(document, args, services), false);
    }
    if (turn.attached && whatOf(args).image === undefined) {
      return formAnswer(documentForm.name, { ...ownAnswers(args, services), [ATTACHED]: 'yes' }, false);
    }
    return askByQuestions(args, turn, services);
  },
});

const placeAnswers = ({ place }: Deployment, services: Services): Answers => {
  const found = place === undefined ? undefined : findContainerPlace(services.policy.current(), place);
  if (place === undefined || found) return found ? { place: found.key } : {};
  return { unknown: oneLine(place, 60) };
};

/** A document too long for a card input is stored beside it. The document names the group, unless the message does. */
const documentAnswers = async (document: string, args: Deployment, services: Services): Promise<Answers> => {
  const { kept, unkept } = await redactDocument(document);
  const read = kept === undefined ? undefined : await documents.read(kept);
  return {
    ...givenAnswers({
      group: whatOf(args).group ?? (read?.ok ? read.document.name : read?.name),
      reason: args.reason,
    }),
    ...placeAnswers(args, services),
    ...(kept === undefined ? { [REJECTION]: unkept } : documentAnswer(kept)),
  };
};

const documentAnswer = (document: string): Answers =>
  document.length > LONGEST_INPUT ? { held: document } : { document };

const ownAnswers = (args: Deployment, services: Services): Answers => {
  const { group, image } = whatOf(args);
  const given = givenAnswers({ group: group?.toLowerCase(), image, reason: args.reason });
  return { ...placeAnswers(args, services), ...given };
};

/** “nginx as web2”: an image and the name of its group. */
const whatOf = ({ name: group, image, as }: Deployment) =>
  as === undefined ? { group, image } : { group: as, image: image ?? group };

/** For an existing group the form starts with its current settings, so that none is lost by omission. */
const askByQuestions = async (args: Deployment, turn: Turn, services: Services): Promise<Answer> => {
  const own = ownAnswers(args, services);
  const at = await groupMeant(own, turn, services);
  const found = at && (await findGroupAt(at, turn, services));
  if (!found) return newGroupAnswer(own, services);
  const named = { ...own, place: at.place.key };
  return (own.image && (await imageAnswer(found, named))) || changeAnswer(found, named, await lastNames(services, at));
};

/** A new group whose name, image and place are given goes straight to the page with the whole request. */
const newGroupAnswer = (own: Answers, { policy }: Services): Answer => {
  const place = findContainerPlace(policy.current(), own.place ?? '');
  if (!place || !own.group || !own.image) return formAnswer(caseForm.name, own, true);
  return formAnswer(caseForm.name, { ...presetAnswers(place), ...own, [AT_ONCE]: 'yes' }, false);
};

/** The group's place: as given, or the only one where a group of that name is known. */
const groupMeant = async (
  { place, group }: Answers,
  turn: Turn,
  services: Services,
): Promise<KnownGroup | undefined> => {
  if (!group) return undefined;
  const places = requestablePlaces(services.policy.current(), turn.who.objectId);
  const given = places.find(({ key }) => key === place);
  if (given) return { place: given, group };
  if (place) return undefined;
  const known = (await knownGroups(services.policy.current(), services.changes)).filter(
    (one) => one.group === group && places.some(({ key }) => key === one.place.key),
  );
  return known.length === 1 ? known[0] : undefined;
};

const findGroupAt = ({ place, group }: KnownGroup, turn: Turn, { vendor }: Services) => {
  const { subscriptionId, resourceGroup } = place;
  return findGroup(vendor, { subscriptionId, resourceGroup, group }, callOptions(turn));
};

/** @throws AppError for a person who may not see container groups */
export const readContextOf = (turn: Turn, services: Services): ReadContext => {
  services.vendor.requireService(getContainerGroup);
  requireViewer(services.policy.current(), turn.who.objectId);
  return { services, words: turn.words, requester: turn.who.objectId, ...callOptions(turn) };
};

/** Whose a button is that shows container groups. */
export const forViewers = allowedBy(maySee);

const oneGroup = { group: name('group').orNew().first(), place: place.after('on', 'at', 'in') };

/** The group that is named, as Azure spells it; '' where none is. */
export const referenceOf = ({ group = '', ...at }: Values<typeof oneGroup>) => ({ group: group.toLowerCase(), ...at });

export const container = defineCommand({
  name: 'container',
  aliases: ['containers', 'container group', 'container groups'],
  area: AREA,
  effect: 'shows',
  takes: oneGroup,
  menu: ['groupChat'],
  example: 'container cg-ledger-api on ledger',
  says: 'example',
  may: forViewers,
  async run(turn, said, services) {
    const context = readContextOf(turn, services);
    const reference = referenceOf(said);
    refuseAction(reference.group);
    const meant = await resolveGroup(context, reference);
    return meant.is === 'group' ? showGroup(context, meant.which) : showGroups(context, meant.place, 0);
  },
});

/** What people do with a group elsewhere, and the vendor's interface here does not have. */
const ACTION = /^(?:(\S+)\s)?(logs?|restart|stop|start|delete|exec|shell)(?:\s(\S+))?$/;

/** @throws AppError for “container cg-ledger-api logs” and the like, which is no name of a group */
const refuseAction = (typed: string): void => {
  const [, before, action, after] = ACTION.exec(typed) ?? [];
  const group = before ?? after;
  if (action === undefined || group === undefined) return;
  throw new AppError({ code: 'Container.NoAction', text: 'containers.refused.action', values: { action, group } });
};

export const showGroup = async (context: ReadContext, which: KnownGroup): Promise<Answer> => {
  const { services, words } = context;
  const mayRequest = mayRequestAt(services.policy.current(), context.requester, which.place);
  const card = renderGroup(
    await readGroup(context, which),
    { ...which.place, mayRequest },
    services.clock.now(),
    words,
  );
  const again = { verb: containerVerbs.show, data: { place: which.place.key, group: which.group } };
  return cardAnswer(card, which.group, again);
};

export const showGroups = async (
  context: ReadContext,
  place: ContainerPlace | undefined,
  page: number,
): Promise<Answer> => {
  const again = { verb: containerVerbs.list, data: { ...(place ? { place: place.key } : {}), page } };
  return cardAnswer(await renderGroups(context, place, page), titleOf(place, context.words), again);
};

/** Opens the form with the group's current settings. @throws AppError for a person who may not request changes there */
export const openChange = async (context: ReadContext, which: KnownGroup): Promise<Answer> => {
  requireRequester(context, which);
  const names = await lastNames(context.services, which);
  return changeAnswer(await readGroup(context, which), answersFor(which), names);
};

/** Opens the form with the group's current image; the whole settings where an image alone cannot be changed. */
export const openImage = async (context: ReadContext, which: KnownGroup): Promise<Answer> => {
  requireRequester(context, which);
  const found = await readGroup(context, which);
  const own = answersFor(which);
  return (await imageAnswer(found, own)) ?? changeAnswer(found, own, await lastNames(context.services, which));
};

const answersFor = ({ place, group }: KnownGroup): Answers => ({ place: place.key, group });

const requireRequester = ({ services, requester }: ReadContext, { place }: KnownGroup): void => {
  const policy = services.policy.current();
  if (!mayRequestAt(policy, requester, place)) throw notRequestable(policy, place);
};
