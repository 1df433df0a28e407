import { buttonViews } from '#engine/changes/card/button-views.ts';
import { changeCard, withMoments } from '#engine/changes/card/card.ts';
import { buttonsOf } from '#engine/changes/card/card-buttons.ts';
import type { ChangeKind, Description } from '#engine/changes/change-kind.ts';
import { grant } from '#features/access/grant.ts';
import { HOUR, iso } from '#platform/lib/clock.ts';
import { dotted, escapeMarkdown } from '#platform/lib/text.ts';
import { dateTime, toneStyle } from '#teams/cards/view.ts';
import { type ChangeView, change, describe, END, nobodyMay, view } from './change-samples.ts';
import { type CardSample, sample, words } from './sample.ts';

const notNeededButton: Description['buttons'][number] = {
  ...{ title: words.plain('access.button.notNeeded'), verb: 'access.notNeeded', tone: 'default', fields: [] },
  send: { title: words.plain('access.button.remove'), tone: 'destructive' },
};

const extendButton: Description['buttons'][number] = {
  ...{ title: words.plain('access.button.extend'), verb: 'access.extend', tone: 'positive', fields: [] },
};

/** What the holder reads before the end. */
const noticeView = (buttons: Description['buttons']): ChangeView => {
  const described = { ...describe('done'), buttons };
  const rights = { ...nobodyMay, mayPress: () => true };
  return {
    ...view('done', 'their own chat'),
    overline: words.markdown('changes.notice.overline', { ref: 'R-7KQ2M' }),
    ...toneStyle('warning'),
    decisions: [],
    next: words.markdown('access.notice.next', { role: 'Reader', place: 'Payments' }),
    ...buttonViews(buttonsOf(change('done'), 'notice', described, grant as ChangeKind, words, rights), {
      links: [{ title: words.plain('changes.button.show'), url: 'https://teams.example/l' }],
      ...{ windows: [], offers: [] },
    }),
  };
};

const about = { key: 'PS7K-QX0', role: 'Reader', place: 'Payments' };

/** What the holder is asked after the incident for which they got the role. */
const questionView = (next: 'question' | 'kept' | 'activeAgain', buttons: Description['buttons']): ChangeView => ({
  ...noticeView(buttons),
  overline: words.markdown('changes.afterIncident.overline', { ref: 'R-7KQ2M' }),
  next: words.markdown(`access.incident.${next}`, about),
});

const keepButton: Description['buttons'][number] = {
  ...{ title: words.plain('access.incident.keep', { end: 'Fri 28 Nov, 17:00' }), verb: 'access.keep' },
  ...{ tone: 'default', fields: [] },
};
const endButton = { ...notNeededButton, title: words.plain('access.incident.end') };

const incidentFact = (state: string, title: string) => ({
  title: words.plain('access.label.incident'),
  value: dotted(escapeMarkdown('PS7K-QX0'), escapeMarkdown(state), escapeMarkdown(title)),
});

/** What is said of a role that ends, and of its extension. */
export const endingSamples: readonly CardSample[] = [
  sample('a notice before a grant ends', changeCard, noticeView([extendButton, notNeededButton])),
  sample('a notice of a grant that cannot be extended', changeCard, noticeView([notNeededButton])),
  sample(
    'a question after an incident whether a role can end',
    changeCard,
    questionView('question', [keepButton, endButton]),
  ),
  sample('a role that is kept after its incident', changeCard, questionView('kept', [endButton])),
  sample('a question whose incident is active again', changeCard, questionView('activeAgain', [keepButton, endButton])),
  sample('a request for an incident', changeCard, {
    ...view('waiting', 'a decider'),
    facts: [...describe('waiting').facts, incidentFact('Error · active', 'Key Vault: requests fail with 503')],
  }),
  sample('a request for an incident whose texts are hidden', changeCard, {
    ...view('waiting', 'a decider'),
    facts: [...describe('waiting').facts, incidentFact('Error · active', '')],
  }),
  sample('an extension that waits', changeCard, {
    ...view('waiting', 'a decider'),
    title: words.markdown('access.extension.title', { role: 'Reader', place: 'Payments' }),
    facts: [{ title: words.plain('access.label.heldUntil'), value: dateTime(END) }, ...describe('waiting').facts],
  }),
  sample('an extension that is sent when the present time ends', changeCard, {
    ...view('doing', 'the requester'),
    title: words.markdown('access.extension.title', { role: 'Reader', place: 'Payments' }),
    next: withMoments(words.markdown('access.later.exists', { at: iso(END) })),
  }),
  sample('a grant whose extension is approved', changeCard, {
    ...view('done', 'a decider'),
    next: withMoments(
      words.markdown('access.extension.onItsWay', {
        ref: 'R-9XM4T',
        next: words.markdown('access.later.exists', { at: iso(END) }),
      }),
    ),
  }),
  sample('an extension that came late', changeCard, {
    ...view('done', 'the requester'),
    next: withMoments(words.markdown('access.extension.gap', { from: iso(END), until: iso(END + HOUR) })),
  }),
];
