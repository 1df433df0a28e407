import { z } from 'zod';
import type { FormContext } from '#bot/commands/registry.ts';
import { matchChoice } from '#bot/forms/choice-match.ts';
import { choicesOf, formPage, presetChoices } from '#features/form-fields.ts';
import { escapeMarkdown, joinMarkdown, type Markdown, oneLine } from '#platform/lib/text.ts';
import { listed, type Words } from '#platform/texts/texts.ts';
import type { Answers, Choice, Field, FormPage } from '#teams/cards/form.ts';
import type { Fact } from '#teams/cards/view.ts';
import { kitsOf, rolesOf } from '../policy.ts';
import { latestFirst, recentlyRequested } from '../recent.ts';
import { findRole, GRANT, type Requestable, requestableFor, requireRequestable, SEVERAL_FORM } from '../requestable.ts';
import { isForAnother, personField, receiverOf } from './on-behalf-form.ts';

/** The first questions of the form that asks for a role: which one, and where. */
export const choosePage = async (context: FormContext): Promise<FormPage> => ({
  ...(await chooseFrom(context, GRANT, 'access.form', personField(context))),
  other: {
    form: SEVERAL_FORM,
    title: context.turn.words.plain('access.several.button', {
      kits: kitsOf(context.services.policy.current()).length > 0,
    }),
  },
});

/** The same for another kind of request. @param texts the texts `title` and `choose` of its form */
export const chooseFrom = async (
  context: FormContext,
  kind: string,
  texts: 'access.form' | 'access.breakGlass.form',
  more: readonly Field[] = [],
): Promise<FormPage> => {
  const { turn, services, answers } = context;
  const { words, who, where } = turn;
  const { objectId: receiver, isOther } = receiverOf(context);
  // A person who may ask only for others names one of them first.
  const possible =
    isOther || more.length > 0
      ? requestableFor(services, who.objectId, kind, receiver)
      : requireRequestable(services, who.objectId, kind);
  const all = amongAffected(possible, answers);
  const policy = services.policy.current();
  const recent = await recentlyRequested(services, who.objectId, where);
  const roles = presetChoices(latestFirst(all, 'role', recent.roles));
  const places = presetChoices(latestFirst(all, 'place', recent.places));
  const unknownRole = (said: string): string =>
    unknownName('role', said, roles.choices ?? [], findRole(policy, said)?.title, words);
  const unknownPlace = (said: string): string =>
    unknownName('place', said, places.choices ?? [], policy.findPlace(said)?.title, words);
  const role = rolesOf(policy).find(({ key }) => key === answers.role);
  return formPage(words, {
    title: words.markdown(`${texts}.title`),
    intro: joinMarkdown([words.markdown(`${texts}.choose`), ...alreadyNamed(answers, words)], '\n\n'),
    facts: meanings(all),
    fields: [
      ...(isForAnother(answers) ? more : []),
      { ...searchable('role', words), ...roles, schema: known(roles.choices, unknownRole) },
      {
        ...searchable('place', words),
        ...places,
        schema: known(places.choices, unknownPlace).superRefine((key, issue) => {
          const place = policy.place(key);
          if (!role || !place || all.some((one) => one.role.key === role.key && one.place.key === key)) return;
          issue.addIssue({ code: 'custom', message: combination({ role, place }, all, words) });
        }),
      },
      ...(isForAnother(answers) ? [] : more),
    ],
    submit: words.plain('access.form.next'),
  });
};

/** Only the places that an incident affects, if the person may ask for any of them. */
const amongAffected = (all: readonly Requestable[], { places = '' }: Answers): readonly Requestable[] => {
  const affected = places.split(',');
  const among = all.filter(({ place }) => affected.includes(place.key));
  return among.length === 0 ? all : among;
};

/** What the sentence that opened the form says for its next page: it need not be typed again. */
export const alreadyNamed = (
  { duration = '', start = '', reason = '' }: Answers,
  words: Words,
): readonly Markdown[] => {
  const details = [duration, start, reason]
    .map((text) => oneLine(text, LONGEST_QUOTE))
    .filter((text) => text !== '')
    .join(' · ');
  return details === '' ? [] : [words.markdown('access.form.alreadyNamed', { details })];
};

const MOST_MEANINGS = 8;

/** What the roles allow, before one is chosen. */
export const meanings = (all: readonly Requestable[]): readonly Fact[] =>
  [...new Set(all.map(({ role }) => role))]
    .filter(({ about }) => about !== '')
    .slice(0, MOST_MEANINGS)
    .map(({ title, about }) => ({ title, value: escapeMarkdown(about) }));

const searchable = (id: 'role' | 'place', words: Words) => ({
  ...({ id, kind: 'choice', required: true, searchable: true } as const),
  label: words.plain(`access.form.${id}`),
  missing: words.plain(`access.form.${id}Missing`),
  placeholder: words.plain(`access.form.${id}Example`),
});

const known = (choices: readonly Choice[] = [], problem: (said: string) => string) =>
  z.string().superRefine((said, issue) => {
    if (choices.some(({ value }) => value === said)) return;
    issue.addIssue({ code: 'custom', message: problem(said) });
  }) satisfies Field['schema'];

const LONGEST_QUOTE = 60;
const MOST_NEAR = 3;

/** “Not allowed” is said only of roles and places that the policy knows. */
export const unknownName = (
  kind: 'role' | 'place',
  said: string,
  choices: readonly Choice[],
  title: string | undefined,
  words: Words,
): string => {
  if (title !== undefined) return words.plain('access.problem.notOffered', { title });
  const match = matchChoice(choices, said);
  const near = match.is === 'unclear' ? match.near.slice(0, MOST_NEAR).map((choice) => choice.title) : [];
  return words.plain('access.problem.unknown', {
    ...{ kind, said: oneLine(said, LONGEST_QUOTE), count: near.length },
    near: listed(near, words, 'disjunction'),
  });
};

/** What is possible in place of a role and a place that do not go together. */
const combination = ({ role, place }: Requestable, all: readonly Requestable[], words: Words): string => {
  const places = all.filter((one) => one.role.key === role.key).map((one) => one.place.title);
  const roles = all.filter((one) => one.place.key === place.key).map((one) => one.role.title);
  return words.plain('access.problem.combination', {
    ...{ role: role.title, place: place.title },
    ...{ places: listed(places, words), roles: listed(roles, words, 'disjunction') },
  });
};

/** “contributor payments” names both, although nothing stands between them. */
export const withPlace = (said: Answers, all: readonly Requestable[]): Answers => {
  const words = said.role?.trim().split(/\s+/) ?? [];
  const means = (what: 'role' | 'place', text: string): boolean =>
    matchChoice(choicesOf(all.map((one) => one[what])), text).is !== 'unclear';
  if (said.place !== undefined || means('role', words.join(' '))) return said;
  const parts = words.slice(1).map((_word, at) => ({
    role: words.slice(0, at + 1).join(' '),
    place: words.slice(at + 1).join(' '),
  }));
  return { ...said, ...parts.find(({ role, place }) => means('role', role) && means('place', place)) };
};
