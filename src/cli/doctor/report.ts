import { SECOND, withTimeout } from '#platform/lib/clock.ts';
import type { TextValues } from '#platform/lib/errors.ts';
import type { TextKey } from '#platform/lib/text-key.ts';
import type { Words } from '#platform/texts/texts.ts';
import { explain } from './explain.ts';

/** A text with its values. */
export interface Message {
  readonly text: TextKey;
  readonly values?: TextValues;
}

/** The ids by which the vendor's support finds a request, by what they are. */
export type SupportIds = Readonly<Partial<Record<'correlation' | 'request' | 'trace', string>>>;

/** One line of what a check says. */
export interface Line extends Message {
  readonly ids?: SupportIds;
}

/** What is wrong, a line for each. */
export class Failing extends Error {
  readonly lines: readonly Line[];

  constructor(...lines: readonly Line[]) {
    super(lines.map(({ text }) => text).join(', '));
    this.lines = lines;
  }
}

/** `byHand` is for a person to look at. */
export type State = 'works' | 'byHand' | 'fails' | 'unchecked';

/** What a check found: for people, and for the checks that build on it. */
export interface Found<T> extends Message {
  readonly state?: Exclude<State, 'fails' | 'unchecked'>;
  readonly value: T;
}

/** Without anything to build on. */
export const works = (message: Message): Found<undefined> => ({ ...message, value: undefined });

/** One line of the report. */
export interface Finding {
  readonly check: string;
  readonly state: State;
  readonly text: string;
  readonly ids: SupportIds;
  /** Of one that was not done, the check that failed. */
  readonly needs?: string;
}

/** What other checks build on. */
export interface Checked<T> {
  /** Its value; otherwise the title of the check that failed, which may be one that this one builds on. */
  readonly found: Promise<{ readonly value: T } | { readonly failed: string }>;
}

export interface Report {
  /** Does a check as soon as those that it builds on have passed. */
  check<T>(title: Message, after: readonly Checked<unknown>[], look: () => Promise<Found<T>>): Checked<T>;
  /** The findings, in the order in which the checks were asked for. @param asked once all of them were; at once when absent */
  findings(asked?: Promise<unknown>): AsyncIterable<Finding>;
}

/** @param deadlineMs the longest time of one check */
export const createReport = (words: Words, deadlineMs: number): Report => {
  const pages: Promise<readonly Finding[]>[] = [];
  let more = Promise.withResolvers<void>();

  const late: Line = { text: 'doctor.fails.late', values: { seconds: deadlineMs / SECOND } };

  const run = async <T>(after: readonly Checked<unknown>[], look: () => Promise<Found<T>>): Promise<Outcome<T>> => {
    for (const { found } of after) {
      const checked = await found;
      if ('failed' in checked) return { needs: checked.failed };
    }
    const outcome = look().then(
      (found): Outcome<T> => ({ found }),
      (error: unknown) => ({ wrong: explain(error) }),
    );
    return withTimeout(outcome, deadlineMs, () => ({ wrong: [late] }));
  };

  const findingsOf = (check: string, outcome: Outcome<unknown>): readonly Finding[] => {
    const say = (state: State, { text, values = {}, ids = {} }: Line): Finding => ({
      ...{ check, state, ids },
      text: words.plain(text, values),
    });
    if ('needs' in outcome) {
      const { needs } = outcome;
      return [{ ...say('unchecked', { text: 'doctor.needs', values: { title: needs } }), needs }];
    }
    if ('wrong' in outcome) return outcome.wrong.map((line) => say('fails', line));
    return [say(outcome.found.state ?? 'works', outcome.found)];
  };

  return {
    check(message, after, look) {
      const title = words.plain(message.text, message.values ?? {});
      const outcome = run(after, look);
      pages.push(outcome.then((result) => findingsOf(title, result)));
      more.resolve();
      more = Promise.withResolvers();
      return { found: outcome.then((result) => checkedOf(title, result)) };
    },
    async *findings(asked) {
      for (let next = 0; ; next += 1) {
        if (next === pages.length) await Promise.race([asked, more.promise]);
        const page = pages[next];
        if (!page) return;
        yield* await page;
      }
    },
  };
};

type Outcome<T> =
  | { readonly found: Found<T> }
  | { readonly wrong: readonly Line[] }
  /** The check that failed, on which this one builds. */
  | { readonly needs: string };

const checkedOf = <T>(title: string, outcome: Outcome<T>): Awaited<Checked<T>['found']> => {
  if ('found' in outcome) return outcome.found;
  return { failed: 'needs' in outcome ? outcome.needs : title };
};
