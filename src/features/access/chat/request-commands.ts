import {
  choice,
  endlessPeriod,
  name,
  period,
  person,
  place,
  reason,
  role,
  start,
  ticket,
} from '#bot/arguments/types.ts';
import type { Turn } from '#bot/turn/turn.ts';
import { defineCommand, type Services } from '#features/feature.ts';
import { givenAnswers } from '#features/form-fields.ts';
import { GRANT, REQUEST_FORM, requestableFor, SEVERAL_FORM } from '../requestable.ts';
import { withPlace } from './choose-form.ts';
import { isSomebodyElse, receiverNamed, requireReceivers } from './on-behalf-form.ts';
import { askForRole } from './request-form.ts';
import { askForKit, askForRoles, isKit, type NamedRequest, namesSeveral } from './several-commands.ts';

const kit = name('kit');
const details = { duration: endlessPeriod, start, ticket, reason };
const somebody = person.ledBy('receiver').or(choice('receiver').ledBy('receiver')).after('for');

const roleRequest = {
  // “request on-call kit” names a kit where a role may stand.
  role: role.or(kit).first(),
  // “reader for staging for 2 days”
  place: place.after('on').orAfter('for'),
  person: somebody,
  ...details,
};

export const requestRole = defineCommand({
  name: 'request role',
  aliases: ['request', 'ask for role', 'ask for'],
  area: 'access',
  form: REQUEST_FORM,
  effect: 'asks',
  takes: roleRequest,
  menu: ['team', 'personal', 'groupChat'],
  example: 'request role reader on payments for 5 days because I look into the failed payouts',
  async run(turn, args, services) {
    const said = whomAndWhere(turn, args, services);
    if (said.role !== undefined && isKit(turn, services, said.role))
      return askForKit(turn, services, { ...said, kit: said.role });
    if (namesSeveral(services, said)) return askForRoles(turn, services, said);
    const another = isSomebodyElse(said.person);
    if (another) requireReceivers(services, turn.who.objectId);
    const person = said.person === undefined || another ? undefined : receiverNamed(turn, services, said.person);
    const all = requestableFor(services, turn.who.objectId, GRANT, person);
    const answers = withPlace(givenAnswers({ ...said, person }), all);
    return askForRole(turn, services, another ? { ...answers, another: 'yes' } : answers);
  },
});

export const requestRoles = defineCommand({
  name: 'request roles',
  aliases: ['request several roles', 'ask for roles'],
  area: 'access',
  form: SEVERAL_FORM,
  effect: 'asks',
  takes: roleRequest,
  example: 'request roles reader, contributor on payments and staging for 3 days because I move the payouts',
  run: async (turn, args, services) => askForRoles(turn, services, whomAndWhere(turn, args, services)),
});

export const requestKit = defineCommand({
  name: 'request kit',
  aliases: ['kits', 'ask for kit'],
  area: 'access',
  form: SEVERAL_FORM,
  effect: 'asks',
  takes: { kit: kit.first(), person: person.after('for'), ...details, duration: period },
  example: 'request kit on-call for 2 days because I am on call',
  run: async (turn, args, services) => askForKit(turn, services, args),
});

/** Names alone tell “for Payments Production” from “for Bo Lind”, and “for bo” from “for staging”. */
const whomAndWhere = (turn: Turn, args: NamedRequest, services: Services): NamedRequest => {
  const { person = somebodyElse(turn, args, services), place, ...said } = args;
  const current = services.policy.current();
  if (person !== undefined && place === undefined && current.findPlace(person)) return { ...said, place: person };
  const isPerson =
    place !== undefined && !current.findPlace(place) && (current.findPeople(place).length > 0 || isSomebodyElse(place));
  return person === undefined && isPerson ? { ...said, person: place } : { ...said, person, place };
};

/** “Cy Okafor for 3 days …” */
const LENGTH_BEHIND = /^(\S.{0,79}?)\s+for\s+\S{1,20}\s+(?:minute|hour|day|week|month)s?\b/is;

/** “Cy Okafor”, left over before the reason. */
const somebodyElse = (
  turn: Turn,
  { reason = '' }: { readonly reason?: string | undefined },
  { policy }: Services,
): string | undefined => {
  const [, named = ''] = LENGTH_BEHIND.exec(reason) ?? [];
  const people = named === '' ? [] : policy.current().findPeople(named);
  const [other, ...more] = people.filter(({ objectId }) => objectId !== turn.who.objectId);
  return more.length > 0 ? named : other?.name;
};
