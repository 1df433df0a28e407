import { z } from 'zod';
import { some } from '../../cards/fit-card.ts';
import type { Tone } from '../../cards/tone.ts';
import { lookOf } from '../../cards/tone.ts';
import { markdown } from '../../cards/view.ts';
import { cut, escapeMarkdown, type Markdown } from '../../lib/text.ts';
import type { Words } from '../../texts/texts.ts';
import type { Outcome, Run } from './run.ts';
import { NONE, sayConsumer, sayLength, sayMessage, sayMode, saySpan } from './say.ts';

/** One synchronization on a list. */
export const syncsRow = z.object({
  state: markdown,
  colour: z.string(),
  when: markdown,
  length: markdown,
  tone: z.string(),
  message: markdown,
  who: markdown,
});

export const tones: Readonly<Record<Outcome, Tone>> = {
  failed: 'attention',
  running: 'accent',
  waiting: 'default',
  completed: 'good',
  cancelled: 'warning',
  other: 'default',
};

const LONGEST = { message: 400, who: 160 };
/** So many times what is usual is worth a look. */
const SLOW = 3;

interface Standing {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** How long one of each mode usually takes, in milliseconds. */
  readonly usual: ReadonlyMap<string | undefined, number>;
  /** Of what the row would show at most. */
  readonly share: number;
}

export const rowOf = (run: Run, { now, usual, share }: Standing, words: Words): z.input<typeof syncsRow> => {
  const took = lengthOf(run, now);
  const slow = took !== undefined && took > (usual.get(run.mode) ?? Number.POSITIVE_INFINITY) * SLOW;
  const mode = run.mode === undefined ? [] : [escapeMarkdown(sayMode(run.mode, words))];
  const { email } = run.consumer;
  const who = [sayConsumer(run.consumer), ...(run.consumer.name === '' || email === '' ? [] : [email])];
  return {
    state: [sayOutcome(run, words), ...mode].join(' · ') as Markdown,
    colour: lookOf(tones[run.outcome]).colour,
    when: saySpan(run, words),
    length: took === undefined ? NONE : sayTook(run, slow, sayLength(took, words), words),
    tone: slow ? 'Warning' : 'Default',
    message: sayMessage(cut(run.message, some(LONGEST.message, share))),
    who: escapeMarkdown(cut(who.join(' · '), some(LONGEST.who, share))),
  };
};

/** Our word for it; with the vendor's own beside it where that says more, as “TimedOut” does. */
const sayOutcome = ({ outcome, status }: Run, words: Words): Markdown => {
  if (outcome === 'other') return status === '' ? words.markdown('shares.outcome.untold') : escapeMarkdown(status);
  const said = words.markdown(`shares.outcome.${outcome}`);
  return plainStatus.test(status) ? said : (`${said} (${escapeMarkdown(status)})` as Markdown);
};
const plainStatus = /^(completed|succeeded|failed|cancell?ed|inprogress|running|queued)?$/i;

const sayTook = ({ outcome }: Run, slow: boolean, took: string, words: Words): Markdown => {
  const length = slow ? words.plain('shares.row.slow', { length: took }) : took;
  return outcome === 'running' ? words.markdown('shares.row.soFar', { length }) : escapeMarkdown(length);
};

/** How long it took, or has been going on. */
const lengthOf = ({ outcome, durationMs, startedAt }: Run, now: number): number | undefined =>
  durationMs ?? (outcome === 'running' && startedAt !== undefined ? Math.max(0, now - startedAt) : undefined);
