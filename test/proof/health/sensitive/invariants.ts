import { type SecretEvent, SHOWN, secretsIn } from './secrets.ts';

/** What was seen of one batch of events; texts as they are, JSON and all. */
export interface Evidence {
  readonly events: readonly SecretEvent[];
  /** The one person whom the policy lets have details, by conversation. */
  readonly permitted: string;
  /** What stands at the end, by conversation. */
  readonly standing: ReadonlyMap<string, readonly string[]>;
  /** All that was ever sent. */
  readonly sent: readonly { readonly conversation: string; readonly body: string }[];
  /** So many had been sent when the last secret was one, and all was drawn again. */
  readonly sentBefore: number;
  /** Answers to presses and questions since the last secret was one. */
  readonly answers: readonly string[];
  readonly log: string;
  readonly rows: string;
  readonly bytes: string;
  /** Events of which the permitted person asked for details. */
  readonly asked: readonly string[];
}

type Invariant = (evidence: Evidence) => string[];

/** @returns what does not hold, in words */
export const secretViolations: Invariant = (evidence) => [
  ...never(evidence),
  ...scrubbed(evidence),
  ...told(evidence),
  ...shown(evidence),
];

const isSecretAllAlong = ({ secrecy }: SecretEvent): boolean => secrecy === 'always' || secrecy === 'unsaid';

const found = (what: string, text: string, events: readonly SecretEvent[]): string[] => {
  const plants = secretsIn(text);
  return events
    .filter(({ number }) => plants.has(number))
    .map(({ name, secrecy, number }) => `${name} (${secrecy}): ${what} says ${sampleOf(text, number)}`);
};

const sampleOf = (text: string, number: number): string =>
  new RegExp(`.{0,60}plantq${number}q\\w*`, 'is').exec(text)?.[0] ?? '';

/** What is secret from the beginning leaves no trace anywhere; no text of the vendor's is ever logged. */
const never: Invariant = ({ events, permitted, sent, answers, log, rows, bytes }) => {
  const secret = events.filter(isSecretAllAlong);
  return [
    ...found('the log', log, events),
    ...found('the files of the store', bytes, secret),
    ...found('a row', rows, secret),
    ...sent.flatMap(({ conversation, body }) =>
      conversation === permitted ? [] : found(`a message to ${conversation}`, body, secret),
    ),
    ...answers.flatMap((answer) => found('an answer', answer, secret)),
  ];
};

/** What became secret stands nowhere any more. */
const scrubbed: Invariant = ({ events, permitted, standing, sent, sentBefore, answers, rows }) => {
  const later = events.filter(({ secrecy }) => secrecy === 'later');
  const places = [...standing].filter(([place]) => place !== permitted);
  return [
    ...places.flatMap(([place, messages]) => messages.flatMap((text) => found(`a message in ${place}`, text, later))),
    ...sent
      .slice(sentBefore)
      .filter(({ conversation }) => conversation !== permitted)
      .flatMap(({ conversation, body }) => found(`a later message to ${conversation}`, body, later)),
    ...answers.flatMap((answer) => found('an answer', answer, later)),
    ...found('a row', rows, later),
  ];
};

/** Who may have the details has them, in their own chat. */
const told: Invariant = ({ events, asked, permitted, standing }) => {
  const texts = secretsIn((standing.get(permitted) ?? []).join('\n'));
  return events
    .filter(({ name, number }) => asked.includes(name) && !texts.has(number))
    .map(({ name }) => `${name}: its details did not reach who may have them`);
};

/** Everybody sees that there is an event, its service and its region, and the words of one without a secret. */
const shown: Invariant = ({ events, standing }) => {
  const everything = [...standing.values()].flat();
  return events.flatMap(({ name, number, secrecy }) => {
    const cards = everything.filter((text) => text.includes(name));
    const missing = [SHOWN.service, SHOWN.region].filter((word) => !cards.some((text) => text.includes(word)));
    const isMute = secrecy === 'never' && !cards.some((text) => secretsIn(text).has(number));
    return [
      ...missing.map((word) => `${name}: no card says ${word}`),
      ...(isMute ? [`${name}: its words stand nowhere, though they may`] : []),
    ];
  });
};
