import type { z } from 'zod';
import { buttonViews } from '#engine/changes/card/button-views.ts';
import { changeCard, type changeView } from '#engine/changes/card/card.ts';
import { type PlacedButtons, reasonField } from '#engine/changes/card/card-buttons.ts';
import { findChange } from '#engine/changes/repository.ts';
import type { Renderer } from '#engine/outbox/renderer.ts';
import type { Services } from '#features/feature.ts';
import { oneOf } from '#features/form-fields.ts';
import { type Markdown, NO_TEXT } from '#platform/lib/text.ts';
import type { TextName, Words } from '#platform/texts/texts.ts';
import type { Field } from '#teams/cards/form.ts';
import { dateTime, type Tone, toneStyle } from '#teams/cards/view.ts';
import { useFacts } from '../break-glass/kind.ts';
import { mayReview, reviewersOf } from '../break-glass/review.ts';
import { findUse, REVIEW, type Use } from '../break-glass/store.ts';
import { windowText } from '../describe-grant.ts';
import { mayRequest, REMOVE } from '../requestable.ts';
import { findGrant } from '../store.ts';
import { type GrantTerms, grantTerms } from '../terms.ts';

export const JUSTIFIED = 'access.justified';
export const NOT_JUSTIFIED = 'access.notJustified';
/** The question whether the access ends too, and its answer. */
export const ENDS = 'ends';
export const YES = 'yes';

/** What a review's card shows. */
interface ReviewShown {
  readonly use: Use;
  readonly change: { readonly id: string; readonly ref: string; readonly requester: { readonly name: string } };
  readonly terms: GrantTerms;
  readonly facts: ReturnType<typeof useFacts>;
  /** Whether its reader can end the access with the review. */
  readonly mayRemove: boolean;
}

/** Draws the card of a review: everybody sees it, and the reviewers have its buttons. */
export const reviewRenderer = (services: Services): Renderer => ({
  kind: REVIEW,
  async render(id, variant, words, viewer) {
    const { database, clock } = services;
    const policy = services.policy.current();
    const [use, change] = [await findUse(database.db, id), await findChange(database.db, id)];
    if (!use || !change) return undefined;
    const terms = grantTerms.parse(change.terms);
    const mayRemove = viewer !== undefined && (await isRemovable(services, id, terms, viewer.objectId));
    const facts = useFacts(use, { policy, now: clock.now() }, words);
    const named = { who: change.requester.name, role: terms.role.title, place: terms.place.title };
    const isReminder = variant !== 'review' && use.state === 'due';
    return {
      version: use.version,
      card: changeCard.render(reviewView({ use, change, terms, facts, mayRemove }, words)),
      summary: words.plain(`access.breakGlass.toast.${isReminder ? 'reminder' : use.state}`, named),
      viewers: {
        people: reviewersOf(policy, use.person).map(({ objectId }) => objectId),
        may: (objectId) => mayReview(policy, use, objectId),
      },
    };
  },
});

/** Whether the access stands and this person may remove it. */
export const isRemovable = async (
  services: Services,
  change: string,
  { place, role, person }: GrantTerms,
  objectId: string,
): Promise<boolean> => {
  const grant = await findGrant(services.database.db, change);
  if (!grant || grant.removed || (grant.end !== undefined && grant.end <= services.clock.now())) return false;
  return mayRequest(services, REMOVE, { place: place.key, role: role.key }, objectId, person.objectId);
};

const tones: Record<Use['state'], Tone> = {
  used: 'warning',
  due: 'warning',
  justified: 'good',
  notJustified: 'attention',
  void: 'default',
};

export const reviewView = (
  { use, change, terms, facts, mayRemove }: ReviewShown,
  words: Words,
): z.input<typeof changeView> => {
  const isOverdue = use.state === 'due' && use.overdueAt !== undefined;
  const state = isOverdue ? 'overdue' : use.state;
  const named = { role: terms.role.title, place: terms.place.title };
  return {
    overline: words.markdown('access.breakGlass.reviewOverline', { ref: change.ref }),
    title: words.markdown('access.breakGlass.reviewTitle', { ...named, who: change.requester.name }),
    state: words.markdown(`access.breakGlass.reviewState.${state}`, { by: use.review?.by.name ?? '' }),
    ...toneStyle(isOverdue ? 'attention' : tones[use.state]),
    facts: [{ title: words.plain('access.label.window'), value: windowText(terms, words) }, ...facts],
    reason: terms.reason,
    reasonLabel: words.markdown('changes.label.reason'),
    decisions: use.review ? [{ text: reviewedText(use.review, words), reason: use.review.reason }] : [],
    why: NO_TEXT,
    next:
      use.state === 'due' ? words.markdown('access.breakGlass.reviewNext', { who: change.requester.name }) : NO_TEXT,
    nothing: NO_TEXT,
    ...buttonViews(buttonsOf(use, mayRemove, words), { links: [], offers: [], windows: [] }),
  };
};

const reviewedText = ({ by, at }: NonNullable<Use['review']>, words: Words): Markdown =>
  `${words.markdown('access.breakGlass.reviewedBy', { who: by.name })} · ${dateTime(at)}` as Markdown;

const buttonsOf = ({ change, state }: Use, mayRemove: boolean, words: Words): PlacedButtons => {
  if (state !== 'due') return { acts: [], asks: [] };
  const title = (name: TextName<'access.breakGlass.button'>): string => words.plain(`access.breakGlass.button.${name}`);
  const fields = [reasonField(words, 'review', true), ...(mayRemove ? [endsField(words)] : [])];
  const button = { change, terms: 1 };
  return {
    acts: [{ ...button, title: title('justified'), verb: JUSTIFIED, tone: 'positive' }],
    asks: [
      {
        ...{ ...button, title: title('notJustified'), verb: NOT_JUSTIFIED, tone: 'default' },
        fields: fields.map((field) => ({ ...field, id: `${NOT_JUSTIFIED}.${field.id}` })),
        send: { title: title('send'), tone: 'destructive' },
      },
    ],
  };
};

/** Whether the access ends at once. */
const endsField = (words: Words): Field => ({
  ...{ id: ENDS, kind: 'choice', required: true, preset: YES },
  label: words.plain('access.breakGlass.ends.label'),
  missing: words.plain('access.breakGlass.ends.missing'),
  schema: oneOf([YES, 'no'], words.plain('access.breakGlass.ends.missing')),
  choices: [
    { value: YES, title: words.plain('access.breakGlass.ends.yes') },
    { value: 'no', title: words.plain('access.breakGlass.ends.no') },
  ],
});
