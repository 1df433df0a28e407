import { z } from 'zod';
import type { FormContext } from '../../../bot/commands/registry.ts';
import type { Answers, Field, FormPage } from '../../../cards/form.ts';
import { AppError } from '../../../lib/errors.ts';
import { type Markdown, normalise, oneLine } from '../../../lib/text.ts';
import type { Policy } from '../../../policy/policy.ts';
import { nearest } from '../../../policy/problems/wording.ts';
import type { Words } from '../../../texts/texts.ts';
import { choiceValue, findRole, type Requestable, requestableFor } from '../requestable.ts';

/** The first page of the role request: which role, and where. */
export const choosePage = async ({ turn, services, answers }: FormContext): Promise<FormPage> => {
  const { words } = turn;
  const all = requestableFor(services, turn.who.objectId);
  if (all.length === 0) throw new AppError({ code: 'Access.Nothing', text: 'access.form.nothing' });
  const policy = services.policy.current();
  const { choices, intro } = matching(all, answers, policy, words);
  return {
    title: words.markdown('access.form.title'),
    intro,
    facts: [],
    fields: [whatField(all, near(all, answers.what ?? '') ?? choices, policy, words)],
    submit: words.plain('access.form.next'),
    cancel: words.plain('access.form.cancel'),
  };
};

const LONGEST_SHOWN = 60;

/** The choices that match the command's words; close matches for words that match nothing. */
const matching = (
  all: readonly Requestable[],
  { role, place }: Answers,
  policy: Policy,
  words: Words,
): { readonly choices: readonly Requestable[]; readonly intro: Markdown } => {
  const found = {
    role: role === undefined ? undefined : findRole(policy, role),
    place: place === undefined ? undefined : policy.findPlace(place),
  };
  const some = (what: 'role' | 'place', text: string | undefined): readonly Requestable[] | undefined => {
    if (text === undefined) return undefined;
    const key = found[what]?.key;
    return key === undefined ? near(all, text, [what]) : all.filter((choice) => choice[what].key === key);
  };
  const [byRole = all, byPlace = all] = [some('role', role), some('place', place)];
  const both = byRole.filter((choice) => byPlace.includes(choice));
  const choices = [both, byRole, byPlace].find(({ length }) => length > 0) ?? all;
  const unknown = [...(role && !found.role ? [role] : []), ...(place && !found.place ? [place] : [])];
  if (unknown.length > 0) {
    const said = oneLine(unknown.join(' · '), LONGEST_SHOWN);
    return { choices, intro: words.markdown('access.form.unknown', { said }) };
  }
  if (both.length > 0) return { choices, intro: words.markdown('access.form.choose') };
  const said = [found.role?.title, found.place?.title].filter((title) => title !== undefined).join(' · ');
  return { choices, intro: words.markdown('access.form.notOffered', { said }) };
};

const whatField = (
  all: readonly Requestable[],
  choices: readonly Requestable[],
  policy: Policy,
  words: Words,
): Field => ({
  id: 'what',
  label: words.plain('access.form.what'),
  kind: 'choice',
  required: true,
  schema: z.string().superRefine((text, issue) => {
    if (all.some((choice) => choiceValue(choice) === text)) return;
    issue.addIssue({ code: 'custom', message: refusal(text, all, policy, words) });
  }),
  missing: words.plain('access.form.whatMissing'),
  placeholder: words.plain('access.form.whatExample'),
  choices: choices.map((choice) => ({ title: titleOf(choice, words), value: choiceValue(choice) })),
  read: (text) => {
    const { role, place } = namedIn(text, policy);
    const meant = all.filter((choice) => choice.role === role && choice.place === place);
    return meant.length === 1 && meant[0] ? choiceValue(meant[0]) : undefined;
  },
});

const titleOf = ({ role, place }: Requestable, words: Words): string =>
  words.plain('access.form.offer', { role: role.title, place: place.title });

/** The role and place in a typed text such as “contributor on staging”, or in the value of a choice. */
const namedIn = (
  text: string,
  policy: Policy,
): { role?: Requestable['role'] | undefined; place?: Requestable['place'] | undefined } => {
  const typed = oneLine(text);
  const between = / (?:on|at|in|for) /i.exec(typed);
  if (between) {
    const place = typed.slice(between.index + between[0].length);
    return { role: findRole(policy, typed.slice(0, between.index)), place: policy.findPlace(place) };
  }
  const [key = '', of = ''] = typed.split('/');
  return { role: findRole(policy, of), place: policy.place(key) };
};

/** “Not allowed” is said only of roles and places that the policy knows. */
const refusal = (text: string, all: readonly Requestable[], policy: Policy, words: Words): string => {
  const { role, place } = namedIn(text, policy);
  if (role && place) return words.plain('access.problem.notOffered');
  const titles = (near(all, text) ?? []).slice(0, MOST_NEAR).map((choice) => titleOf(choice, words));
  return words.plain('access.problem.unknownOffer', {
    said: oneLine(text, LONGEST_SHOWN),
    count: titles.length,
    near: new Intl.ListFormat(words.spoken, { type: 'disjunction' }).format(titles),
  });
};

const MOST_NEAR = 3;

/** The choices whose names share most words with the text, typos allowed; undefined where none shares any. */
const near = (
  all: readonly Requestable[],
  text: string,
  kinds: readonly ('role' | 'place')[] = ['role', 'place'],
): readonly Requestable[] | undefined => {
  const wanted = wordsOf(text);
  const shared = all.map((choice) => {
    const names = kinds.flatMap((kind) => wordsOf(`${choice[kind].key} ${choice[kind].title}`));
    return { choice, count: wanted.filter((word) => names.some((name) => isLike(word, name))).length };
  });
  const most = Math.max(0, ...shared.map(({ count }) => count));
  return most === 0 ? undefined : shared.filter(({ count }) => count === most).map(({ choice }) => choice);
};

/** Shorter words match too much. */
const SHORTEST = 3;
const MOST_WORDS = 12;

const wordsOf = (text: string): readonly string[] =>
  oneLine(text, 200)
    .split(/[\s/·_-]+/)
    .map(normalise)
    .filter(({ length }) => length >= SHORTEST)
    .slice(0, MOST_WORDS);

const isLike = (word: string, name: string): boolean => name.startsWith(word) || nearest(word, [name]) !== undefined;
