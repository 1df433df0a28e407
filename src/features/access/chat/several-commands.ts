import { matchChoice, namesIn } from '#bot/forms/choice-match.ts';
import type { Answer, Turn } from '#bot/turn/turn.ts';
import type { Services } from '#features/feature.ts';
import { choicesOf, givenAnswers } from '#features/form-fields.ts';
import { peopleNamesIn } from '#features/person-named.ts';
import { formatDuration } from '#platform/lib/duration.ts';
import { AppError } from '#platform/lib/errors.ts';
import { listed } from '#platform/texts/texts.ts';
import type { Answers, Choice } from '#teams/cards/form.ts';
import { findKit } from '../batch/policy.ts';
import { rolesOf } from '../policy.ts';
import { findRole } from '../requestable.ts';
import { possibleKits } from './choose-several-form.ts';
import { receiverNamed } from './on-behalf-form.ts';
import { askForSeveral } from './several-form.ts';

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
