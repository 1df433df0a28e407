import { changeCard, withMoments } from '#engine/changes/card/card.ts';
import { conditionFact } from '#features/access/condition.ts';
import { iso, MINUTE } from '#platform/lib/clock.ts';
import { escapeMarkdown, type Markdown } from '#platform/lib/text.ts';
import type { TextName } from '#platform/texts/texts.ts';
import { toneStyle } from '#teams/cards/view.ts';
import { type ChangeView, DECIDED, describe, nobodyMay, type SampleViewer, terms, view } from './change-samples.ts';
import { type CardSample, sample, words } from './sample.ts';

/** What limits a role that somebody gave elsewhere, as the vendor writes it. */
const CONDITION =
  "((!(ActionMatches{'Microsoft.Storage/storageAccounts/blobServices/containers/blobs/read'})) OR (@Resource[Microsoft.Storage/storageAccounts/blobServices/containers:name] StringEquals 'payouts'))";

const labelled = (name: TextName<'access.label'>, value: Markdown) => ({
  title: words.plain(`access.label.${name}`),
  value,
});
const widens = labelled('widens', words.markdown('access.condition.widens', { condition: CONDITION }));

/** Why the vendor refuses it for now, and when Steward tries again. */
const later = (why: TextName<'access.later'>): Markdown =>
  withMoments(words.markdown(`access.later.${why}`, { at: iso(DECIDED + 5 * MINUTE) }));

/** The card of a role whose removal the vendor refuses for now, in the two places where it is read. */
const removing = (viewer: SampleViewer, why: TextName<'access.later'>): ChangeView => ({
  ...view('done', viewer, nobodyMay),
  ...toneStyle('warning'),
  state: words.markdown('access.status.removing', { by: 'Bo Lind' }),
  next: later(why),
});

/** The card of a removal itself, where no card of Steward's shows the role. */
const removalOf = (state: 'doing' | 'done'): ChangeView => ({
  ...view(state, 'a decider', nobodyMay),
  overline: words.markdown('access.remove.overline', { ref: 'R-9TW4K', who: 'Bo Lind' }),
  title: words.markdown('access.remove.title', { role: terms.role.title, place: terms.place.title }),
  facts: [labelled('who', escapeMarkdown(terms.person.name)), ...conditionFact(CONDITION, words)],
  ...toneStyle(state === 'done' ? 'default' : 'accent'),
  state:
    state === 'done'
      ? words.markdown('access.status.removed', { by: 'Bo Lind' })
      : words.markdown('access.remove.state.doing'),
  next: state === 'done' ? words.markdown('access.condition.removed') : later('notFound'),
});

/** What only roles say: a vendor that refuses for now, and conditions. */
export const roleSamples: readonly CardSample[] = [
  sample('a grant being removed, which the vendor refuses for now', changeCard, removing('a decider', 'tooShort')),
  sample('a grant being removed, in its owner’s chat', changeCard, removing('their own chat', 'notFound')),
  sample('a grant for an account that is too new', changeCard, {
    ...view('doing', 'the requester'),
    next: later('subject'),
  }),
  sample('a removal of a role with a condition, refused for now', changeCard, removalOf('doing')),
  sample('a removal of a role with a condition', changeCard, removalOf('done')),
  sample('a grant that would allow more than what it follows', changeCard, {
    ...view('waiting', 'a decider'),
    facts: describe('waiting').facts.toSpliced(2, 0, widens),
  }),
];
