import type { Values } from '#bot/arguments/argument.ts';
import { place, text } from '#bot/arguments/types.ts';
import type { Command } from '#bot/commands/registry.ts';
import { personIn } from '#bot/turn/mentions.ts';
import { type Answer, cardAnswer, type Turn, textAnswer } from '#bot/turn/turn.ts';
import { defineCommand, type Services } from '#features/feature.ts';
import { givenAnswers } from '#features/form-fields.ts';
import { personNamed } from '#features/person-named.ts';
import { escapeMarkdown } from '#platform/lib/text.ts';
import type { Words } from '#platform/texts/texts.ts';
import type { Policy, PolicyPlace } from '#policy/policy.ts';
import { commandButton } from '#teams/cards/buttons.ts';
import { type Assignment, assignmentsAt, assignmentsOf } from '../assignments.ts';
import { assignmentsCard } from '../cards/assignments-card.ts';
import type { AccessQuery } from '../export/access-export.ts';
import { requireLister, rolesOf } from '../policy.ts';
import { findRole, mayRequest, REMOVE } from '../requestable.ts';

/** “who has access to payments as reader of Bo Lind” */
export const ofWhoHas = {
  area: 'access',
  effect: 'shows',
  takes: {
    // “what access has Bo Lind”; other words are the person’s own.
    person: text.first(/^[\p{Lu}\ufdd0-\ufdef]/u).after('of'),
    place: place.after('to', 'on'),
    role: text.after('as'),
  },
} as const;

type TypedQuery = Values<typeof ofWhoHas.takes>;

const whoHas = (when: AccessQuery['when'], texts: Pick<Command, 'name' | 'aliases' | 'menu' | 'example'>) =>
  defineCommand({
    ...texts,
    ...ofWhoHas,
    says: 'example',
    run: (turn, typed, services) =>
      namedList(turn, services, typed, (place, query) =>
        showEligible(turn, services, place, { ...query, page: 0, when }),
      ),
  });

/**
 * The list that somebody typed.
 * @param show place undefined: everywhere, of one person
 * @throws AppError for a person who may not list assignments, and for an unknown person
 */
export const namedList = async (
  turn: Turn,
  services: Services,
  typed: TypedQuery,
  show: (place: PolicyPlace | undefined, query: Pick<AccessQuery, 'role' | 'person'>) => Promise<Answer>,
): Promise<Answer> => {
  const policy = services.policy.current();
  requireLister(policy, turn.who.objectId);
  // “who has access to payments @Bo”
  const mentioned = turn.mentioned?.find(({ name }) => typed.place?.endsWith(` ${name}`))?.name;
  const place = mentioned === undefined ? typed.place : typed.place?.slice(0, -mentioned.length).trim();
  const named = typed.person ?? mentioned;
  const role = typed.role === undefined ? undefined : findRole(policy, typed.role);
  if (typed.role !== undefined && !role) {
    const known = rolesOf(policy).map(({ key }) => key);
    return textAnswer('access.who.unknownRole', { role: typed.role, known: known.join(', ') });
  }
  const person = named === undefined ? undefined : personNamed(policy, personIn(turn, named));
  const query = givenAnswers({ role: role?.key, person });
  if (person !== undefined && place === undefined) return show(undefined, query);
  return whichPlace(services, place, (found) => show(found, query));
};

export const whoHasAccess = whoHas('ever', {
  name: 'who has access',
  aliases: ['who has roles', 'what access has'],
  menu: ['team'],
  example: 'who has access to payments',
});

export const whoHasAccessNow = whoHas('now', {
  name: 'who has access now',
  aliases: ['who has roles now'],
  example: 'who has access now to payments',
});

/** The place that is meant; where none was named, the only one. */
export const whichPlace = async (
  services: Services,
  place: string | undefined,
  show: (place: PolicyPlace) => Promise<Answer>,
): Promise<Answer> => {
  const { places } = services.policy.current();
  const [only] = places;
  if (place === undefined && places.length === 1 && only) return show(only);
  const found = place === undefined ? undefined : services.policy.current().findPlace(place);
  if (found) return show(found);
  const known = places.map(({ key }) => key).join(', ');
  return place === undefined
    ? textAnswer('access.who.which', { known })
    : textAnswer('access.who.unknown', { place, known });
};

/** A page of a list of who has access. */
interface EligiblePage extends Omit<AccessQuery, 'place'> {
  /** From 0. */
  readonly page: number;
}

/**
 * Who is eligible at a place, or what one person is eligible for.
 * @param place undefined: everywhere, of one person
 * @throws AppError for a person who may not list assignments
 */
export const showEligible = async (
  turn: Turn,
  services: Services,
  place: PolicyPlace | undefined,
  { page, when, role, person }: EligiblePage,
): Promise<Answer> => {
  const { words } = turn;
  const policy = services.policy.current();
  requireLister(policy, turn.who.objectId);
  const inForce = when === 'now';
  const all = place
    ? await assignmentsAt(services, place.scope, turn.answerBy, { inForce, person })
    : await assignmentsOf(services, person ?? '', turn.answerBy);
  const heading = eligibleHeading(policy, place, { when, role, person }, words);
  const query = { when, ...givenAnswers({ place: place?.key, role, person }) };
  const turnTo = (to: number) => ({ verb: 'access.place', data: { page: to, ...query } });
  const card = assignmentsCard(
    {
      title: escapeMarkdown(heading),
      empty: words.markdown('access.who.empty'),
      assignments: role === undefined ? all : all.filter((one) => one.role.key === role),
      page,
      showPerson: true,
      now: services.clock.now(),
      rowButtons: (assignment) => removeOf(turn, services, assignment),
      buttons: [
        ...(inForce || !place
          ? []
          : [
              commandButton(words.plain('access.who.atThisMoment'), `who has access now to ${place.key}`),
              commandButton(words.plain('access.who.drift'), 'drift'),
            ]),
        ...(all.length === 0
          ? []
          : [{ title: words.plain('access.export.button'), verb: 'access.exportList', data: query }]),
      ],
      turnTo,
    },
    words,
  );
  return cardAnswer(card, heading, turnTo(page));
};

const eligibleHeading = (
  policy: Policy,
  place: PolicyPlace | undefined,
  { when, role, person }: Omit<EligiblePage, 'page'>,
  words: Words,
): string => {
  const who = person === undefined ? undefined : policy.nameOf(person, '');
  const asked = rolesOf(policy).find(({ key }) => key === role)?.title;
  const title = place
    ? words.plain(when === 'now' ? 'access.who.titleNow' : 'access.who.title', { place: place.title })
    : words.plain('access.mine.title', { who: who ?? '' });
  return [title, asked, place && who].filter(Boolean).join(' · ');
};

/** The Remove button, for people who may ask for it; its form names what goes. */
const removeOf = ({ who, words }: Turn, services: Services, { held, person, role, place }: Assignment) => {
  const facets = { place: place.key, role: role.key };
  const mayRemove = held === 'direct' && mayRequest(services, REMOVE, facets, who.objectId, person.objectId);
  const named = { role: role.title, place: place.title, person: person.objectId };
  return { acts: [], shows: mayRemove ? [removeButton(words, named)] : [], links: [] };
};

export const removeButton = (words: Words, data: Readonly<Record<string, string>>) => ({
  title: words.plain('access.button.removeThis'),
  verb: 'access.removeOne',
  data,
});
