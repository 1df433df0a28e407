/** The people of the proof by their keys; the value is the person whose second account it is. */
export const people = {
  ana: undefined,
  eve: 'ana',
  di: undefined,
  dia: 'di',
  bo: undefined,
  cy: undefined,
  fi: undefined,
} as const satisfies Readonly<Record<string, string | undefined>>;
export type Person = keyof typeof people;
export const everybody = Object.keys(people) as readonly Person[];

/** The same for every account of a person. */
export const identityOf = (who: Person): string => people[who] ?? who;

export const idOf = (who: Person): string =>
  `00000000-0000-4000-8000-${[...who]
    .map((letter) => letter.charCodeAt(0).toString(16))
    .join('')
    .padStart(12, '0')}`;

export const groups: Readonly<Record<string, readonly Person[]>> = {
  payments: ['ana', 'di', 'dia'],
  few: ['ana'],
  platform: ['bo'],
  security: ['cy', 'eve'],
};

export const places = ['payments', 'ledger'] as const;
export type Place = (typeof places)[number];
const SCOPE = '/subscriptions/0d5f6a11-7c3e-4b59-9a41-5e2f8b7c1d0';
export const scopeOf = (place: Place): string => `${SCOPE}${places.indexOf(place)}`;
export const ROLE = 'acdd72a7-3385-48ef-bd42-f606fba81ae7';
/** The conversation with the cards. */
export const HERE = '19:here@thread.tacv2';

/** What a change of the policy may change. */
export interface World {
  /** The groups that may use break-glass; empty where the policy has no rule for it. */
  readonly named: readonly string[];
  readonly maxMinutes: number;
  /** The groups that decide ordinary requests, in one stage or two. */
  readonly decide: readonly string[];
  readonly staged: boolean;
  readonly review: readonly string[];
}

export const membersOf = (names: readonly string[]): readonly Person[] => names.flatMap((name) => groups[name] ?? []);

const list = (words: readonly string[]): string => `[${words.join(', ')}]`;

/** The policy's file. */
export const policyText = ({ named, maxMinutes, decide, staged, review }: World): string =>
  [
    'people:',
    ...everybody.map((who) => {
      const first = people[who];
      return `  ${who}: { id: ${idOf(who)}, name: ${who}${first === undefined ? '' : `, same as: ${first}`} }`;
    }),
    'groups:',
    ...Object.entries(groups).map(([name, members]) => `  ${name}: ${list(members)}`),
    'places:',
    ...places.map((place) => `  ${place}: { title: ${place}, scope: ${scopeOf(place)} }`),
    `conversations: { here: { id: "${HERE}" } }`,
    'operators: here',
    'access:',
    `  roles: { owner: { id: ${ROLE}, title: Owner } }`,
    `  breakGlass: { max: ${maxMinutes} minutes, review: { by: ${list(review)}, within: 1 day } }`,
    'changes:',
    '  answerWithin: 8 hours',
    '  rules:',
    staged && decide.length > 1
      ? `    - { name: grants, change: access.grant, ask: [payments], stages: [${decide.map((group) => `{ decide: [${group}] }`).join(', ')}], card: here }`
      : `    - { name: grants, change: access.grant, ask: [payments], decide: ${list(decide)}, card: here }`,
    ...(named.length === 0
      ? []
      : [`    - { name: glass, change: access.breakGlass, ask: ${list(named)}, approvals: 0, card: here }`]),
    '',
  ].join('\n');
