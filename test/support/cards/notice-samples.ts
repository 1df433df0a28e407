import { changeCard } from '#engine/changes/card/card.ts';
import { claimsLine } from '#engine/changes/notices/notice-cards.ts';
import { HOUR } from '#platform/lib/clock.ts';
import type { Markdown } from '#platform/lib/text.ts';
import { choicesCard } from '#teams/cards/choices.ts';
import { commandButton } from '#teams/cards/command-button.ts';
import { dateTime, untilMoment } from '#teams/cards/view.ts';
import { DECIDED, nobodyMay, view } from './change-samples.ts';
import { type CardSample, sample, words } from './sample.ts';

const given = (who: string, way: 'mention' | 'chat' | 'digest'): string =>
  `${words.markdown(`changes.notices.given.${way}`, { who, where: 'Approvals' })} ${dateTime(DECIDED)}`;

const notified = [
  `${words.markdown('changes.notices.notified')} ${given('Bo Lind', 'mention')}, ${given('Cy Okafor', 'chat')}, ${words.markdown('changes.notices.notReached', { who: 'Di Meyer' })}`,
  `${words.markdown('changes.notices.away', { who: 'Fi Costa' })} ${dateTime(DECIDED + 48 * HOUR)}`,
  `${words.markdown('changes.notices.next')} ${untilMoment(DECIDED + 2 * HOUR, DECIDED)}`,
  `${words.markdown('changes.notices.escalates')} ${untilMoment(DECIDED + 4 * HOUR, DECIDED)}`,
].join('; ') as Markdown;

const claims = claimsLine([{ person: { objectId: 'b', name: 'Bo Lind' }, at: DECIDED }], words);
const escalated = `${words.markdown('changes.why.escalated', { to: 'platform' })} ${dateTime(DECIDED)}.`;

const line = (title: string, ref: string): string =>
  `**${title}** · ${words.markdown('changes.notices.line', { ref, count: 1 })} ${untilMoment(DECIDED + 4 * HOUR, DECIDED)}`;

/** What people see of notices: on the card of a request, and in their own chats. */
export const noticeSamples: readonly CardSample[] = [
  sample('a change that waits, with who was notified, for the requester', changeCard, {
    ...view('waiting', 'the requester'),
    notified,
  }),
  sample('a change that somebody looks at, after its escalation', changeCard, {
    ...view('waiting', 'a decider'),
    claims,
    why: `${view('waiting', 'a decider').why} ${escalated}` as Markdown,
  }),
  sample('a change that its viewer looks at', changeCard, {
    ...view('waiting', 'a decider', { ...nobodyMay, approve: true, narrow: true, deny: true }),
    claims,
  }),
  sample('a reminder in somebody’s own chat', choicesCard, {
    text: `${words.markdown('changes.notices.stillWaits')}\n\n${line('Reader on Payments', 'R-7KQ2M')}` as Markdown,
    buttons: [commandButton(words.plain('changes.notices.show', { ref: 'R-7KQ2M' }), 'show R-7KQ2M')],
  }),
  sample('the daily message of what waits', choicesCard, {
    text: [
      words.markdown('changes.notices.digest', { count: 2 }),
      `- ${line('Reader on Payments', 'R-7KQ2M')}\n- ${line('Owner on Ledger', 'R-4HX8T')}`,
    ].join('\n\n') as Markdown,
    buttons: [commandButton(words.plain('changes.notices.open'), 'waiting')],
  }),
];
