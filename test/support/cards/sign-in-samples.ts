import { changeCard } from '#engine/changes/card/card.ts';
import { HOUR } from '#platform/lib/clock.ts';
import type { Markdown } from '#platform/lib/text.ts';
import { failureDetails } from '#teams/cards/failure-details.ts';
import { dateTime, toneStyle } from '#teams/cards/view.ts';
import { DECIDED, nobodyMay, view, whyWords } from './change-samples.ts';
import { type CardSample, sample, words } from './sample.ts';

/** What a change says of the sign-ins of whoever approves it. */
export const signInSamples: readonly CardSample[] = [
  sample('a change whose approval asks its viewer to sign in', changeCard, {
    ...view('waiting', 'a decider'),
    why: [whyWords, words.markdown('changes.why.signIn')].join(' ') as Markdown,
  }),
  ...(['yours', 'theirs'] as const).map((whose) =>
    sample(
      `a change that waits for a sign-in, ${whose === 'yours' ? 'for whoever approved it' : 'for everybody'}`,
      changeCard,
      {
        ...view('approved', 'everybody', { ...nobodyMay, signInAgain: whose === 'yours' }),
        ...toneStyle('warning'),
        state: words.markdown('changes.signInAgain.state', { who: 'Bo Lind' }),
        next: `${words.markdown(`changes.signInAgain.${whose}`, { who: 'Bo Lind' })} ${dateTime(DECIDED + HOUR)}.` as Markdown,
      },
    ),
  ),
  sample('a change that its approver could not grant in the cloud', changeCard, {
    ...view('failed', 'the requester'),
    next: words.markdown('changes.failure.approverMayNot', {
      who: 'Bo Lind',
      message: 'The client does not have authorization to perform action ‘roleEligibilityScheduleRequests/write’.',
    }),
    ...failureDetails({ code: 'AuthorizationFailed', correlation: '0d5f6a117c3e' }, words),
  }),
];
