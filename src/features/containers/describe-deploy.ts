import type { Change } from '../../changes/change.ts';
import type { ChangeButton, ChangeContext, Description } from '../../changes/change-kind.ts';
import { lookedAtUntil } from '../../changes/looking.ts';
import { iso } from '../../lib/clock.ts';
import type { Words } from '../../texts/texts.ts';
import { seenFacts, termsFacts } from './facts.ts';
import { readSeen } from './seen.ts';
import type { DeployTerms } from './terms.ts';
import { containerVerbs } from './verbs.ts';

/** One card from asking to what runs: what it will be, what that changes, and how far the vendor has come. */
export const describeDeploy = async (
  change: Change<DeployTerms>,
  context: ChangeContext,
  words: Words,
): Promise<Description> => {
  const { terms, state } = change;
  const seen = readSeen(change.seen);
  const kind = terms.standing.exists ? 'change' : 'create';
  const named = { group: terms.group, place: terms.place.title };
  return {
    title: words.markdown(`containers.deploy.title.${kind}`, named),
    summary: words.plain(`containers.deploy.summary.${kind}`, named),
    facts: [...termsFacts(terms, words), ...seenFacts(seen, words)],
    reason: terms.reason,
    buttons: [
      button('everything', containerVerbs.everything, words),
      ...(state === 'done' || state === 'failed' ? [button('now', containerVerbs.now, words)] : []),
    ],
    ...unfinished(change, context.now, words),
  };
};

const button = (name: string, verb: string, words: Words): ChangeButton => ({
  title: words.plain(`containers.button.${name}`),
  verb,
  tone: 'default',
  fields: [],
});

/** The vendor has it and is not through with it in the time that the policy gives: nothing is unclear but the end. */
const unfinished = (
  { state, phase, finishBy }: Change,
  now: number,
  words: Words,
): Pick<Description, 'headline' | 'next'> => {
  if (state !== 'unconfirmed' || phase !== 'arrived') return {};
  const until = lookedAtUntil({ finishBy });
  return {
    headline: { text: words.markdown('containers.deploy.unfinished'), tone: 'warning' },
    next:
      now < until
        ? words.markdown('containers.next.unfinished', { until: iso(until) })
        : words.markdown('containers.next.unfinishedEnd'),
  };
};
