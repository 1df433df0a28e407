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
import { matchChoice, namesIn } from '#bot/forms/choice-match.ts';
import type { Answer, Turn } from '#bot/turn/turn.ts';
import { defineCommand, type Services } from '#features/feature.ts';
import { choicesOf, givenAnswers } from '#features/form-fields.ts';
import { peopleNamesIn } from '#features/person-named.ts';
import { formatDuration } from '#platform/lib/duration.ts';
import { AppError } from '#platform/lib/errors.ts';
import { listed } from '#platform/texts/texts.ts';
import type { Answers, Choice } from '#teams/cards/form.ts';
import { findKit } from '../batch/policy.ts';
import { rolesOf } from '../policy.ts';
import { findRole, GRANT, REQUEST_FORM, requestableFor, SEVERAL_FORM } from '../requestable.ts';
import { withPlace } from './choose-form.ts';
import { possibleKits } from './choose-several-form.ts';
import { isSomebodyElse, receiverNamed, requireReceivers } from './on-behalf-form.ts';
import { askForRole } from './request-form.ts';
import { askForSeveral } from './several-form.ts';

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

/** What a command says, by the names of its arguments. */
export type NamedRequest = Readonly<
  Partial<Record<'role' | 'place' | 'kit' | 'person' | 'duration' | 'start' | 'ticket' | 'reason', string | undefined>>
>;

/** Whether a command names more than one role, place or person. */
export const namesSeveral = ({ policy }: Services, { role, place, person }: NamedRequest): boolean => {
  const current = policy.current();
  return (
    isList(role, choicesOf(rolesOf(current))) ||
    isList(place, choicesOf(current.places)) ||
    (person !== undefined && peopleNamesIn(current, person).length > 1)
  );
};

/** The form for several, with what a command names. */
export const askForRoles = (turn: Turn, services: Services, said: NamedRequest): Answer => {
  const { role, place, person, ...details } = said;
  return askForSeveral(turn, services, {
    ...givenAnswers({ ...details, roles: role, places: place }),
    ...peopleNamed(turn, services, person),
  });
};

/** Names with something between them, unless all of it is the name of one. */
const isList = (said: string | undefined, choices: readonly Choice[]): boolean =>
  said !== undefined && namesIn(said).length > 1 && matchChoice(choices, said).is === 'unclear';

const SELF = /^(?:me|myself)$/i;

/** @throws AppError for a person missing from the policy, and where the author may not ask in their place */
const peopleNamed = (turn: Turn, services: Services, said: string | undefined): Answers => {
  if (said === undefined) return {};
  const names = peopleNamesIn(services.policy.current(), said);
  const idOf = (name: string): string =>
    (SELF.test(name) ? undefined : receiverNamed(turn, services, name)) ?? turn.who.objectId;
  return { people: [...new Set(names.map(idOf))].join(',') };
};

/** Whether a command means a kit where it could name a role. */
export const isKit = (turn: Turn, services: Services, said: string): boolean =>
  /\bkit$/i.test(said.trim()) ||
  (findRole(services.policy.current(), said) === undefined &&
    findKit(possibleKits({ turn, services }), said) !== undefined);

/**
 * The form for several with a kit filled in, and its usual time unless another is given.
 * @param said without a name: the only kit, or the form asks which
 * @throws AppError that names the kits, for a name that none of them has
 */
export const askForKit = (
  turn: Turn,
  services: Services,
  { kit: name, person, duration, start, ticket, reason }: NamedRequest,
): Answer => {
  const { words } = turn;
  const kits = possibleKits({ turn, services });
  const [only, ...others] = kits;
  const kit = name === undefined ? (others.length === 0 ? only : undefined) : findKit(kits, name);
  if (kits.length === 0 || (name !== undefined && !kit)) {
    const titles = kits.map(({ title }) => title);
    const values = { count: kits.length, said: name ?? '', kits: listed(titles, words, 'disjunction') };
    throw new AppError({ code: 'Access.UnknownKit', text: 'access.several.noKit', values });
  }
  const usual = kit?.for === undefined ? undefined : formatDuration(kit.for, words.formatLocale);
  return askForSeveral(turn, services, {
    ...givenAnswers({ kit: kit?.key, duration: duration ?? usual, start, ticket, reason }),
    ...peopleNamed(turn, services, person),
  });
};
