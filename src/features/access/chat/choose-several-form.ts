import { z } from 'zod';
import type { FormContext } from '#bot/commands/registry.ts';
import { MOST_LINES } from '#engine/changes/batch/batch.ts';
import { choiceField, choicesOf, formPage } from '#features/form-fields.ts';
import { escapeMarkdown, joinMarkdown } from '#platform/lib/text.ts';
import { listed, type Words } from '#platform/texts/texts.ts';
import { type Choice, type Field, type FormPage, valuesOf } from '#teams/cards/form.ts';
import type { Fact } from '#teams/cards/view.ts';
import { kitsFor, linesOf, type Wanted } from '../batch/lines.ts';
import type { Kit } from '../batch/policy.ts';
import { kitsOf, rolesOf } from '../policy.ts';
import { latestFirst, recentlyRequested } from '../recent.ts';
import { findRole, GRANT, type Requestable, requestableFor } from '../requestable.ts';
import { alreadyNamed, meanings, unknownName } from './choose-form.ts';
import { receiversFor } from './on-behalf-form.ts';

type TurnContext = Pick<FormContext, 'turn' | 'services'>;

/** The receivers a person may ask for: themselves, and those in whose place they may. */
const peopleFor = ({ turn: { who }, services }: TurnContext) => [
  { objectId: who.objectId, name: who.name },
  ...receiversFor(services, who.objectId),
];

/** Everything that somebody may ask for, for anybody. */
export const possibleFor = (asking: TurnContext): readonly Requestable[] => {
  const { services, turn } = asking;
  const all = peopleFor(asking).flatMap(({ objectId }) => requestableFor(services, turn.who.objectId, GRANT, objectId));
  return all.filter(
    ({ place, role }, index) => all.findIndex((one) => one.place === place && one.role === role) === index,
  );
};

/** The kits of which they may ask for any line. */
export const possibleKits = (asking: TurnContext): readonly Kit[] =>
  kitsFor(
    asking.services,
    asking.turn.who.objectId,
    peopleFor(asking).map(({ objectId }) => objectId),
  );

/** What the answers ask for. The form for one role hands over the role, place and person that it has. */
export const wantedOf = ({ answers, turn: { who }, services }: Omit<FormContext, 'form'>): Wanted => {
  const policy = services.policy.current();
  const self = { objectId: who.objectId, name: who.name };
  const people = valuesOf(answers.people ?? answers.person).flatMap((id) =>
    id === who.objectId ? [self] : (policy.personByObjectId(id) ?? []),
  );
  return {
    kit: kitsOf(policy).find(({ key }) => key === answers.kit),
    roles: valuesOf(answers.roles ?? answers.role),
    places: valuesOf(answers.places ?? answers.place),
    people: people.length === 0 ? [self] : people.map(({ objectId, name }) => ({ objectId, name })),
  };
};

/** The roles, their places and the receiver, or a kit. */
export const severalPage = async (context: FormContext): Promise<FormPage> => {
  const { turn, services, answers } = context;
  const { words, who, where } = turn;
  const all = possibleFor(context);
  const kits = possibleKits(context);
  const recent = await recentlyRequested(services, who.objectId, where);
  return formPage(words, {
    title: words.markdown('access.several.title'),
    intro: joinMarkdown(
      [words.markdown('access.several.choose', { kits: kits.length > 0 }), ...alreadyNamed(answers, words)],
      '\n\n',
    ),
    facts: [...kits.map((kit) => kitFact(kit, context)), ...meanings(all)],
    fields: [
      ...kitField(kits, words),
      severalField(context, 'roles', latestFirst(all, 'role', recent.roles)),
      severalField(context, 'places', latestFirst(all, 'place', recent.places)),
      ...peopleField(context),
    ],
    submit: words.plain('access.form.next'),
  });
};

/** What is in it, before it is chosen. */
const kitFact = ({ title, about, lines }: Kit, { services, turn: { words } }: FormContext): Fact => {
  const policy = services.policy.current();
  const names = lines.map(({ role, place }) =>
    words.plain('access.form.offer', {
      role: rolesOf(policy).find(({ key }) => key === role)?.title ?? role,
      place: policy.place(place)?.title ?? place,
    }),
  );
  return { title, value: escapeMarkdown([about, listed(names, words)].filter((text) => text !== '').join(' ')) };
};

const kitField = (kits: readonly Kit[], words: Words): readonly Field[] =>
  kits.length === 0
    ? []
    : [
        choiceField({
          ...{ id: 'kit', required: false, searchable: true, items: kits },
          label: words.plain('access.several.kit'),
          missing: '',
          placeholder: words.plain('access.several.kitExample'),
          refused: words.plain('access.several.kitUnknown'),
        }),
      ];

/** Roles or places; a kit makes them needless. */
const severalField = (
  context: FormContext,
  id: 'roles' | 'places',
  items: readonly Requestable['role' | 'place'][],
): Field => {
  const { turn, services, answers } = context;
  const { words } = turn;
  const policy = services.policy.current();
  const choices = choicesOf(items);
  const [what, other] = id === 'roles' ? (['role', 'places'] as const) : (['place', 'roles'] as const);
  const titleOf = (said: string) => (id === 'roles' ? findRole(policy, said) : policy.findPlace(said))?.title;
  const only = items.length === 1 ? items[0]?.key : undefined;
  const preset = answers[what] ?? only;
  return {
    ...({ id, kind: 'choice', several: true, checkedHere: true } as const),
    ...textsOf(id, words),
    required: !wantedOf(context).kit || Boolean(answers[other]),
    choices,
    ...(preset === undefined ? {} : { preset }),
    schema: everyOne(context, id, choices, (said) => unknownName(what, said, choices, titleOf(said), words)),
  };
};

const peopleField = (context: FormContext): readonly Field[] => {
  const { turn, answers } = context;
  const people = peopleFor(context);
  if (people.length === 1) return [];
  const { words } = turn;
  const choices = choicesOf(people.map(({ objectId, name }) => ({ key: objectId, title: name })));
  return [
    {
      ...({ id: 'people', kind: 'choice', several: true, required: false } as const),
      ...textsOf('people', words),
      choices,
      ...(answers.person ? { preset: answers.person } : {}),
      schema: everyOne(context, 'people', choices, () => words.plain('access.onBehalf.personUnknown')),
    },
  ];
};

type Id = 'roles' | 'places' | 'people';

const textsOf = (id: Id, words: Words) => ({
  label: words.plain(`access.several.${id}`),
  missing: words.plain(`access.several.${id}Missing`),
});

/** Each value is a choice, and all answers together make lines for one card. */
const everyOne = (
  context: FormContext,
  id: Id,
  choices: readonly Choice[],
  problemOf: (said: string) => string,
): Field['schema'] =>
  z.string().superRefine((said, issue) => {
    const unknown = valuesOf(said).find((one) => !choices.some(({ value }) => value === one));
    const message = unknown === undefined ? linesProblem(context, id) : problemOf(unknown);
    if (message !== undefined) issue.addIssue({ code: 'custom', message });
  });

/** Too many lines, or none: said beside the question that multiplies them. */
const linesProblem = (context: FormContext, id: Id): string | undefined => {
  const { turn, services } = context;
  const { words, who } = turn;
  const wanted = wantedOf(context);
  if (id !== (wanted.people.length > 1 ? 'people' : 'places')) return undefined;
  const { lines, missing } = linesOf(services, who.objectId, wanted);
  if (lines.length > MOST_LINES)
    return words.plain('access.several.tooMany', { count: lines.length, most: MOST_LINES });
  return lines.length === 0 && missing.length > 0 ? words.plain('access.several.none') : undefined;
};
