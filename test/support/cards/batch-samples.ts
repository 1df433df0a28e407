import { MOST_LINES } from '#engine/changes/batch/batch.ts';
import { type BatchDrawing, batchCard, batchViewOf } from '#engine/changes/batch/batch-card.ts';
import type { ReadLine, RequestLine } from '#engine/changes/batch/batch-renderer.ts';
import type { Rights } from '#engine/changes/card/rights.ts';
import type { ChangeState, Decision } from '#engine/changes/change.ts';
import type { Review, StageReview } from '#engine/changes/decision/review.ts';
import type { ChangeRule } from '#engine/changes/decision/rules.ts';
import { HOUR, MINUTE } from '#platform/lib/clock.ts';
import { escapeMarkdown, NO_TEXT } from '#platform/lib/text.ts';
import type { Policy } from '#policy/policy.ts';
import { change, DECIDED, describe, nobodyMay, terms } from './change-samples.ts';
import { type CardSample, sample, words } from './sample.ts';

const NOW = DECIDED - 12 * MINUTE;

const deciders = ['Bo Lind', 'Cy Okafor'].map((name) => ({ key: name, objectId: name, name, groups: [] }));
const stage: StageReview = {
  ...{ decide: ['leads'], quorum: { people: 1, groups: {} }, deciders, counted: [], given: 0, enough: false },
};
const review: Review = {
  parties: { requester: terms.person.objectId, concerns: [] },
  ...{ receiver: undefined, accepted: false, asksFirst: false, unread: [] },
  rule: { name: 'payments', denials: 1 } as ChangeRule,
  ...{ stages: [stage], current: stage, deciders, needs: 1, given: 0 },
  ...{ counted: [], lapsed: [], denials: [], denied: false, enough: false, possible: true },
  possibleAfter: () => true,
  possibleWith: () => true,
};

const denied: Decision = {
  person: { objectId: 'bo', name: 'Bo Lind' },
  ...{ verdict: 'deny', reason: 'Contributor is too much for reading logs', termsVersion: 1, at: DECIDED },
};

const requestOf = (
  ref: string,
  role: string,
  state: ChangeState,
  rights: Partial<Rights> | undefined,
  place = terms.place.title,
): RequestLine => ({
  change: { ...change(state), id: ref, ref },
  described: {
    ...describe(state),
    title: words.markdown('access.grant.title', { role, place }),
    brief: escapeMarkdown('5 days'),
  },
  context: { policy: {} as Policy, change: change(state), decisions: state === 'denied' ? [denied] : [], review },
  rights: rights && { ...nobodyMay, ...rights },
  mayOpen: rights !== undefined,
});

const notSent: ReadLine = {
  what: { text: 'access.form.offer', values: { role: 'Owner', place: 'Payments' } },
  refused: { text: 'changes.refused.notAllowed', values: {} },
};

const title = { text: 'access.form.offer', values: { role: 'Four roles', place: terms.place.title } } as const;
const batch = {
  ...{ id: 'b1', title, lines: [], version: 1, source: 'form x', seal: '' },
  form: { name: 'access.request', answers: {} },
};

const drawn = (lines: readonly ReadLine[], drawing: Partial<BatchDrawing>, share = 1) =>
  batchViewOf(
    { batch, isAltered: false, lines },
    { reader: undefined, asked: false, isNotice: false, now: NOW, notified: NO_TEXT, ...drawing },
    words,
    share,
  );

const waiting = (rights: Partial<Rights> | undefined): readonly ReadLine[] => [
  requestOf('R-7KQ2M', 'Reader', 'waiting', rights),
  requestOf('R-9WX4T', 'Log Analytics Reader', 'waiting', rights),
  requestOf('R-3HJ8N', 'Monitoring Contributor', 'waiting', rights && {}),
  notSent,
];

const over = (rights: Partial<Rights> | undefined): readonly ReadLine[] => [
  requestOf('R-7KQ2M', 'Reader', 'done', rights),
  requestOf('R-9WX4T', 'Contributor', 'denied', rights),
  requestOf('R-3HJ8N', 'Log Analytics Reader', 'doing', rights),
  notSent,
];

const long = Array.from({ length: MOST_LINES }, (_, index) =>
  requestOf(
    `R-7KQ2${index + 10}`,
    'Virtual Machine Administrator Login',
    'waiting',
    { approve: true, deny: true },
    `Payments and settlements in northern Europe ${index}`,
  ),
);

const asker = terms.person.objectId;

/** Several requests that were sent at once. */
export const batchSamples: readonly CardSample[] = [
  sample('several requests at once, for everybody', batchCard, drawn(waiting(undefined), {})),
  sample(
    'several requests at once, for a decider of two of them',
    batchCard,
    drawn(waiting({ approve: true, deny: true }), { reader: 'bo' }),
  ),
  sample(
    'several requests at once, for whoever asked',
    batchCard,
    drawn(waiting({ withdraw: true }), {
      reader: asker,
      notified: words.markdown('changes.notices.given.mention', { who: 'Bo Lind', where: 'Approvals' }),
    }),
  ),
  sample(
    'several requests at once, for whom they are',
    batchCard,
    drawn(waiting({ accept: true, withdraw: true }), { reader: 'di' }),
  ),
  sample('several requests of which some are decided', batchCard, drawn(over({}), { reader: asker })),
  sample(
    'several requests that all ended without an effect, for whoever asked',
    batchCard,
    drawn([requestOf('R-7KQ2M', 'Reader', 'denied', {}), requestOf('R-9WX4T', 'Owner', 'expired', {})], {
      reader: asker,
    }),
  ),
  sample('as many requests at once as one card takes', batchCard, drawn(long, { reader: 'bo', now: NOW - HOUR }, 0.2)),
];
