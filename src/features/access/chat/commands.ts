import { endlessPeriod, person, place, reason, role, ticket } from '#bot/arguments/types.ts';
import { personIn } from '#bot/turn/mentions.ts';
import { type Answer, cardAnswer, type Turn } from '#bot/turn/turn.ts';
import { defineCommand, type Services } from '#features/feature.ts';
import { givenAnswers } from '#features/form-fields.ts';
import type { PolicyPlace } from '#policy/policy.ts';
import { type Assignment, assignmentsOf } from '../assignments.ts';
import { assignmentsCard } from '../cards/assignments-card.ts';
import { rolesCard } from '../cards/roles-card.ts';
import { activationAddress } from '../policy.ts';
import { describedRoles, EXTEND, GRANT, mayRequest, REMOVE } from '../requestable.ts';
import { findActiveGrants } from '../store.ts';
import { grantKey } from '../terms.ts';
import { extendRole } from './extend-form.ts';
import { REMOVE_FORM, removeRole } from './remove-form.ts';
import { removeButton, whichPlace } from './who-commands.ts';

const AREA = 'access';

export const extend = defineCommand({
  name: 'extend',
  aliases: ['extend access', 'extend role', 'extend my'],
  area: AREA,
  form: EXTEND,
  effect: 'asks',
  takes: { role: role.first(), place: place.after('on'), duration: endlessPeriod.after('for', 'by'), ticket, reason },
  example: 'extend reader on payments for 2 days because the payouts still fail',
  run: (turn, args, services) => extendRole(turn, services, givenAnswers(args)),
});

export const myAccess = defineCommand({
  name: 'my access',
  aliases: ['my roles', 'access'],
  area: AREA,
  effect: 'shows',
  takes: {},
  menu: ['personal'],
  example: 'my access',
  run: (turn, _args, services) => showMine(turn, services, 0),
});

/** What the requester is eligible for, read from the vendor. */
export const showMine = async (turn: Turn, services: Services, page: number): Promise<Answer> => {
  const { words } = turn;
  const title = words.markdown('access.mine.title', { who: turn.who.name });
  const assignments = await assignmentsOf(services, turn.who.objectId, turn.answerBy);
  const granted = await grantsOf(services, assignments);
  const turnTo = (to: number) => ({ verb: 'access.mine', data: { page: to } });
  const card = assignmentsCard(
    {
      title,
      empty: words.markdown('access.mine.empty'),
      assignments,
      page,
      showPerson: false,
      now: services.clock.now(),
      buttons: [
        { title: words.plain('access.button.ask'), verb: 'access.ask', data: {} },
        { title: words.plain('access.button.removeOne'), verb: 'access.removeOne', data: {} },
      ],
      rowButtons: (assignment) => ownButtons(turn, services, assignment, granted.get(assignment.id)),
      turnTo,
    },
    words,
  );
  return cardAnswer(card, words.plain('access.mine.title', { who: turn.who.name }), turnTo(page));
};

/** The changes that granted them, by their ids at the vendor; those that Steward did not grant have none. */
const grantsOf = async (
  { database, clock }: Services,
  assignments: readonly Assignment[],
): Promise<ReadonlyMap<string, string>> => {
  const keys = new Map(
    assignments
      .filter(({ held, place }) => held === 'direct' && place.key !== '')
      .map((assignment) => [assignment.id, grantKey(assignment)] as const),
  );
  const grants = await findActiveGrants(database.db, [...new Set(keys.values())], clock.now());
  return new Map(
    [...keys].flatMap(([id, key]) => {
      const grant = grants.get(key);
      return grant ? [[id, grant.change] as const] : [];
    }),
  );
};

const ownButtons = (
  { who, words }: Turn,
  services: Services,
  { held, place, role, end }: Assignment,
  change: string | undefined,
) => {
  const facets = { place: place.key, role: role.key };
  const mayRemove = held === 'direct' && mayRequest(services, REMOVE, facets, who.objectId, who.objectId);
  const mayExtend = (of: typeof facets): boolean => mayRequest(services, GRANT, of, who.objectId, who.objectId);
  const url = activationAddress(services.policy.current(), { place, role });
  return {
    acts: [],
    shows: [
      ...(change === undefined ? [] : [{ title: words.plain('requests.show'), verb: 'change.show', data: { change } }]),
      ...(change !== undefined && end !== undefined && mayExtend(facets)
        ? [{ title: words.plain('access.button.extend'), verb: EXTEND, data: { change } }]
        : []),
      ...(mayRemove ? [removeButton(words, { role: role.title, place: place.title })] : []),
    ],
    links: url === undefined ? [] : [{ title: words.plain('access.button.activate'), url }],
  };
};

export const roles = defineCommand({
  name: 'roles',
  aliases: ['what can i ask for', 'available roles'],
  area: AREA,
  effect: 'shows',
  takes: { place: place.after('on', 'to') },
  menu: ['groupChat'],
  example: 'roles on payments',
  says: 'example',
  run: async (turn, { place }, services) =>
    place === undefined
      ? showRoles(turn, services, undefined, 0)
      : whichPlace(services, place, (found) => showRoles(turn, services, found, 0)),
});

/** The requestable roles of the policy, with the vendor's descriptions. */
export const showRoles = async (
  turn: Turn,
  services: Services,
  place: PolicyPlace | undefined,
  page: number,
): Promise<Answer> => {
  const found = await describedRoles(services, turn.who.objectId, place, turn.answerBy);
  const turnTo = (to: number) => ({
    verb: 'access.roles',
    data: { page: to, ...(place ? { place: place.key } : {}) },
  });
  return cardAnswer(rolesCard(found, page, turnTo, turn.words), turn.words.plain('access.roles.title'), turnTo(page));
};

export const removeAccess = defineCommand({
  name: 'remove access',
  aliases: ['remove role', 'give back'],
  area: AREA,
  form: REMOVE_FORM,
  effect: 'asks',
  takesAway: true,
  takes: { role: role.first(), place: place.after('on'), person: person.after('of'), reason },
  menu: ['personal'],
  example: 'remove access reader on payments of Ana Rossi because the work is done',
  run: (turn, { person, ...args }, services) =>
    removeRole(turn, services, givenAnswers({ ...args, person: person && personIn(turn, person) })),
});
