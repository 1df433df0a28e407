import { type SecretEvent, SHOWN, secretsIn } from './secrets.ts';

/** The evidence of one batch of events, as raw texts and JSON. */
export interface Evidence {
  readonly events: readonly SecretEvent[];
  /** The personal chat of the one person with the right to details. */
  readonly permitted: string;
  /** The messages at the end, by conversation. */
  readonly standing: ReadonlyMap<string, readonly string[]>;
  /** Everything that was sent. */
  readonly sent: readonly { readonly conversation: string; readonly body: string }[];
  /** Number of messages sent when the last event had become sensitive and all cards were redrawn. */
  readonly sentBefore: number;
  /** Answers to presses and commands since the last event became sensitive. */
  readonly answers: readonly string[];
  readonly log: string;
  readonly rows: string;
  readonly bytes: string;
  /** Events whose details the permitted person requested. */
  readonly asked: readonly string[];
}

type Invariant = (evidence: Evidence) => string[];

/** @returns the violations, in words */
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

/** Texts that are sensitive from the beginning are nowhere; no text of the vendor is ever logged. */
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

/** Texts that became sensitive are nowhere any more. */
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

/** The person with the right has the details in the personal chat. */
const told: Invariant = ({ events, asked, permitted, standing }) => {
  const texts = secretsIn((standing.get(permitted) ?? []).join('\n'));
  return events
    .filter(({ name, number }) => asked.includes(name) && !texts.has(number))
    .map(({ name }) => `${name}: its details did not reach who may have them`);
};

/** Everybody sees the event, its service and its region, and the texts of an event that is not sensitive. */
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
