import { type ArgumentType, argument } from './argument.ts';
import type { RecognitionKind } from './recognition.ts';

/** Any text. */
export const text = argument({});

/** A name of a kind that the policy or the vendor knows. */
export const name = (kind: string): ArgumentType => argument({ recognitions: [{ by: 'name', kind }] });

/** One of few values; `choices.json` has the words for each. */
export const choice = (kind: string): ArgumentType => argument({ recognitions: [{ by: 'choice', kind }] });

/** Several names of a kind. */
export const list = (kind: string): ArgumentType => argument({ recognitions: [{ by: 'names', kind }] });

/** What is recognised by what it looks like. */
export const recognised = (by: RecognitionKind): ArgumentType => argument({ recognitions: [{ by }] });

/** A flag: its words are typed alone. */
export const flag = (kind: string, ...words: readonly string[]): ArgumentType => choice(kind).with({ flags: words });

export const place = name('place');
export const person = name('person');
export const role = name('role');
export const service = name('service');
export const region = name('region');
export const share = name('share');
export const language = name('language');

/** How a length begins: “for 3 days”, “for an hour”, “for the day”; “for Bo Lind” names a person. */
const LENGTH =
  /^\s*(?:\d|["“”„«»‘‚‹＂]|(?:an?|the|this|one|two|three|four|five|six|seven|eight|nine|ten|half|no|ever|good|always|as|some|few|several|today|tonight|long)(?=\s|$)|$)/i;

/** A length or its end: “for 2 days”, “until Friday”. */
export const period = argument({
  words: ['for'],
  openingWords: ['until'],
  begins: LENGTH,
  recognitions: [
    { by: 'length', word: 'for' },
    { by: 'until', word: 'until' },
  ],
});

/** A length that need not end. */
export const endlessPeriod = period.with({
  recognitions: [
    { by: 'length', word: 'for', endless: 'no end' },
    { by: 'until', word: 'until' },
  ],
});

/** When something begins. */
export const start = recognised('from').after('from', 'starting');

export const since = recognised('since').after('since').shownAs('DATE');

/** Of a change record elsewhere. */
export const ticket = recognised('ticket').after('ticket');

/** The rest of the message. */
export const reason = recognised('reason').after('because').with({ isRest: true });
