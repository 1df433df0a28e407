import { z } from 'zod';
import type { FormContext } from '../../../bot/commands/registry.ts';
import type { Answers, Field, FormPage } from '../../../cards/form.ts';
import { AppError } from '../../../lib/errors.ts';
import { type Markdown, oneLine } from '../../../lib/text.ts';
import type { Policy } from '../../../policy/policy.ts';
import { fold, nearest } from '../../../policy/problems/wording.ts';
import type { Words } from '../../../texts/texts.ts';
import { findRole, type Offer, offersFor, offerValue } from '../offer.ts';

/** The first question of the form that asks for a role: which one, and where. */
export const choosePage = async ({ turn, services, answers }: FormContext): Promise<FormPage> => {
  const { words } = turn;
  const all = offersFor(services, turn.who.objectId);
  if (all.length === 0) throw new AppError({ code: 'Access.Nothing', text: 'access.form.nothing' });
  const policy = services.policy.current();
  const { offers, intro } = matching(all, answers, policy, words);
  return {
    title: words.markdown('access.form.title'),
    intro,
    facts: [],
    fields: [whatField(all, near(all, answers.what ?? '') ?? offers, policy, words)],
    submit: words.plain('access.form.next'),
    cancel: words.plain('access.form.cancel'),
  };
};

const LONGEST_SAID = 60;

/** What the words of the command leave of the choice; of what was not recognised, what is near. */
const matching = (
  all: readonly Offer[],
  { role, place }: Answers,
  policy: Policy,
  words: Words,
): { readonly offers: readonly Offer[]; readonly intro: Markdown } => {
  const found = {
    role: role === undefined ? undefined : findRole(policy, role),
    place: place === undefined ? undefined : policy.findPlace(place),
  };
  const some = (what: 'role' | 'place', said: string | undefined): readonly Offer[] | undefined => {
    if (said === undefined) return undefined;
    const key = found[what]?.key;
    return key === undefined ? near(all, said, [what]) : all.filter((offer) => offer[what].key === key);
  };
  const [byRole = all, byPlace = all] = [some('role', role), some('place', place)];
  const both = byRole.filter((offer) => byPlace.includes(offer));
  const offers = [both, byRole, byPlace].find(({ length }) => length > 0) ?? all;
  const unknown = [...(role && !found.role ? [role] : []), ...(place && !found.place ? [place] : [])];
  if (unknown.length > 0) {
    const said = oneLine(unknown.join(' · '), LONGEST_SAID);
    return { offers, intro: words.markdown('access.form.unknown', { said }) };
  }
  if (both.length > 0) return { offers, intro: words.markdown('access.form.choose') };
  const said = [found.role?.title, found.place?.title].filter((title) => title !== undefined).join(' · ');
  return { offers, intro: words.markdown('access.form.notOffered', { said }) };
};

const whatField = (all: readonly Offer[], offers: readonly Offer[], policy: Policy, words: Words): Field => ({
  id: 'what',
  label: words.plain('access.form.what'),
  kind: 'choice',
  required: true,
  schema: z.string().superRefine((text, issue) => {
    if (all.some((offer) => offerValue(offer) === text)) return;
    issue.addIssue({ code: 'custom', message: refusal(text, all, policy, words) });
  }),
  missing: words.plain('access.form.whatMissing'),
  placeholder: words.plain('access.form.whatExample'),
  choices: offers.map((offer) => ({ title: titleOf(offer, words), value: offerValue(offer) })),
  read: (text) => {
    const { role, place } = namedIn(text, policy);
    const meant = all.filter((offer) => offer.role === role && offer.place === place);
    return meant.length === 1 && meant[0] ? offerValue(meant[0]) : undefined;
  },
});

const titleOf = ({ role, place }: Offer, words: Words): string =>
  words.plain('access.form.offer', { role: role.title, place: place.title });

/** A role and a place in a typed text such as “contributor on staging”, or in the value of a choice. */
const namedIn = (
  text: string,
  policy: Policy,
): { role?: Offer['role'] | undefined; place?: Offer['place'] | undefined } => {
  const said = oneLine(text);
  const between = / (?:on|at|in|for) /i.exec(said);
  if (between) {
    const place = said.slice(between.index + between[0].length);
    return { role: findRole(policy, said.slice(0, between.index)), place: policy.findPlace(place) };
  }
  const [key = '', of = ''] = said.split('/');
  return { role: findRole(policy, of), place: policy.place(key) };
};

/** That the policy does not let somebody ask is said of what it knows, and of nothing else. */
const refusal = (text: string, all: readonly Offer[], policy: Policy, words: Words): string => {
  const { role, place } = namedIn(text, policy);
  if (role && place) return words.plain('access.problem.notOffered');
  const titles = (near(all, text) ?? []).slice(0, MOST_NEAR).map((offer) => titleOf(offer, words));
  return words.plain('access.problem.unknownOffer', {
    said: oneLine(text, LONGEST_SAID),
    count: titles.length,
    near: new Intl.ListFormat(words.spoken, { type: 'disjunction' }).format(titles),
  });
};

const MOST_NEAR = 3;

/** The offers whose names share most words with what was said, a letter or two apart; undefined where none shares any. */
const near = (
  all: readonly Offer[],
  said: string,
  kinds: readonly ('role' | 'place')[] = ['role', 'place'],
): readonly Offer[] | undefined => {
  const wanted = wordsOf(said);
  const shared = all.map((offer) => {
    const names = kinds.flatMap((kind) => wordsOf(`${offer[kind].key} ${offer[kind].title}`));
    return { offer, count: wanted.filter((word) => names.some((name) => isLike(word, name))).length };
  });
  const most = Math.max(0, ...shared.map(({ count }) => count));
  return most === 0 ? undefined : shared.filter(({ count }) => count === most).map(({ offer }) => offer);
};

/** Shorter words are like everything. */
const SHORTEST = 3;
const MOST_WORDS = 12;

const wordsOf = (text: string): readonly string[] =>
  oneLine(text, 200)
    .split(/[\s/·_-]+/)
    .map(fold)
    .filter(({ length }) => length >= SHORTEST)
    .slice(0, MOST_WORDS);

const isLike = (word: string, name: string): boolean => name.startsWith(word) || nearest(word, [name]) !== undefined;
