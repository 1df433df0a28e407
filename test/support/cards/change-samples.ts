import type { z } from 'zod';
import { policyRules } from '#cloud/errors/refusal-codes.ts';
import { buttonViews } from '#engine/changes/card/button-views.ts';
import { changeCard, type changeView } from '#engine/changes/card/card.ts';
import { buttonsOf, type CardVariant, reasonField, verbs } from '#engine/changes/card/card-buttons.ts';
import { canResubmit, type Rights } from '#engine/changes/card/rights.ts';
import { type Change, type ChangeState, changeStates } from '#engine/changes/change.ts';
import type { ChangeKind, Description } from '#engine/changes/change-kind.ts';
import { windowText } from '#features/access/describe-grant.ts';
import { grant } from '#features/access/grant.ts';
import { refusalText } from '#features/access/refusal.ts';
import type { GrantTerms } from '#features/access/terms.ts';
import { DAY, HOUR, MINUTE } from '#platform/lib/clock.ts';
import { escapeMarkdown, type Markdown, NO_TEXT } from '#platform/lib/text.ts';
import { isTextKey, type TextKey } from '#platform/texts/texts.ts';
import { failureDetails } from '#teams/cards/notice-card.ts';
import { dateTime, type Tone, toneStyle, untilMoment } from '#teams/cards/view.ts';
import { changeOf } from '../change-of.ts';
import { bareChange, type CardSample, sample, words } from './sample.ts';

type ChangeView = z.input<typeof changeView>;

const NOW = Date.parse('2026-03-02T09:00:00Z');
export const DECIDED = NOW + 12 * MINUTE;

/** Whose eyes see a sample. */
const viewers = ['everybody', 'a decider', 'the requester', 'their own chat', 'the operators'] as const;
type SampleViewer = (typeof viewers)[number];

const variants: Partial<Record<SampleViewer, CardVariant>> = {
  'their own chat': 'personal',
  'the operators': 'operators',
};

export const terms: GrantTerms = {
  person: { objectId: '11111111-1111-4111-8111-111111111111', name: 'Ana Rossi' },
  place: { key: 'payments', title: 'Payments', scope: '/subscriptions/22222222-2222-4222-8222-222222222222' },
  role: { key: 'reader', title: 'Reader', id: '33333333-3333-4333-8333-333333333333' },
  start: null,
  length: { kind: 'for', ms: 5 * DAY },
  reason: 'I look into the failed payouts',
  ticket: 'INC-1042',
  window: null,
};

const END = DECIDED + 5 * DAY;

export const change = (state: ChangeState): Change =>
  changeOf<unknown>(terms, {
    ...{ kind: grant.name, state, form: { name: 'access.request', answers: {} } },
    requester: { objectId: terms.person.objectId, name: terms.person.name, language: 'en' },
    deadlineAt: NOW + DAY,
  });

const tones: Record<ChangeState, Tone> = {
  waiting: 'accent',
  approved: 'accent',
  doing: 'accent',
  done: 'good',
  denied: 'attention',
  cancelled: 'default',
  expired: 'default',
  failed: 'attention',
  unconfirmed: 'warning',
};

const removeButton: Description['buttons'][number] = {
  title: words.plain('access.button.removeThis'),
  verb: 'access.remove',
  tone: 'default',
  fields: [reasonField(words, 'remove', true)],
  send: { title: words.plain('access.button.remove'), tone: 'destructive' },
};

export const describe = (state: ChangeState): Description => ({
  title: words.markdown('access.grant.title', { role: terms.role.title, place: terms.place.title }),
  summary: 'Reader on Payments',
  facts: [
    { title: words.plain('access.label.who'), value: escapeMarkdown(terms.person.name) },
    {
      title: words.plain('access.label.window'),
      value: windowText(state === 'done' ? { ...terms, window: { start: DECIDED, end: END } } : terms, words),
    },
    { title: words.plain('access.label.ticket'), value: escapeMarkdown(terms.ticket) },
    ...(state === 'waiting'
      ? [{ title: words.plain('changes.label.deadline'), value: untilMoment(NOW + 4 * HOUR, NOW) }]
      : []),
  ],
  reason: terms.reason,
  buttons: state === 'done' ? [removeButton] : [],
});

const decidedBy = (
  verdict: 'approve' | 'deny' | 'cancel',
  reason: string,
  who = 'Bo Lind',
): ChangeView['decisions'][number] => ({
  text: `${words.markdown(`changes.decision.${verdict}`, { who })} · ${dateTime(DECIDED)}` as Markdown,
  reason,
});

const decisions: Partial<Record<ChangeState, ChangeView['decisions']>> = {
  approved: [decidedBy('approve', 'Go ahead, I am around until six')],
  doing: [decidedBy('approve', '')],
  done: [decidedBy('approve', 'Go ahead, I am around until six')],
  denied: [decidedBy('deny', 'Payments is frozen this week; ask again on Monday')],
  cancelled: [decidedBy('cancel', '', terms.person.name)],
  failed: [decidedBy('approve', '')],
  unconfirmed: [decidedBy('approve', '')],
};

const whyWords = words.markdown('changes.why.deciders', {
  ...{ people: 'Bo Lind', given: 0, needs: 1 },
  ...{ grouped: false, groups: '' },
});

/** What people do next where it ended otherwise than they wished. */
const nexts: Partial<Record<ChangeState, Markdown>> = {
  failed: words.markdown('changes.failure.timeUp'),
  unconfirmed: words.markdown('changes.failure.unconfirmed'),
  done: words.markdown('access.status.activateThere'),
};
const notTheirs = words.markdown('access.status.activatedBy', { who: terms.person.name });
const activate = {
  title: words.plain('access.button.activate'),
  url: 'https://portal.northwind.example/my-roles',
};

/** What its state line says; a grant's tells how long it holds. */
const stateText = (state: ChangeState): Markdown => {
  if (state === 'done') return `${words.markdown('access.status.until')} ${dateTime(END)}` as Markdown;
  const own = `access.grant.state.${state}`;
  const key: TextKey = isTextKey(own) ? own : `changes.state.${state}`;
  return words.markdown(key, { by: state === 'cancelled' ? terms.person.name : 'Bo Lind', given: 0, needs: 1 });
};

export const nobodyMay: Rights = {
  ...{ approve: false, narrow: false, deny: false, claim: false, withdraw: false, accept: false, resubmit: false },
  ...{ see: false, signsIn: false, signInAgain: false },
  mayPress: () => false,
};

/** What the viewer of a sample may do; undefined for the card that everybody sees. */
const rightsOf = (of: Change, viewer: SampleViewer): Rights | undefined => {
  if (viewer === 'everybody' || viewer === 'the operators') return undefined;
  const decides = viewer === 'a decider' && of.state === 'waiting';
  const asked = viewer !== 'a decider';
  const rest = {
    withdraw: asked && of.state === 'waiting',
    resubmit: asked && canResubmit(of, {}),
    ...{ see: true, signsIn: false, signInAgain: false },
    mayPress: () => true,
  };
  return { approve: decides, narrow: decides, deny: decides, claim: decides, accept: false, ...rest };
};

/** The view of one copy, with the buttons that the engine places on it. */
export const view = (state: ChangeState, viewer: SampleViewer, rights?: Rights): ChangeView => {
  const described = describe(state);
  const of = change(state);
  const variant = variants[viewer] ?? 'approvers';
  const placed = buttonsOf(of, variant, described, grant as ChangeKind, words, rights ?? rightsOf(of, viewer));
  const offered = { title: words.plain('translation.button.offer'), verb: verbs.offer };
  const history = { title: words.plain('requests.history.button'), verb: 'requests.history' };
  const seesAll = variant !== 'personal' && (rights ?? rightsOf(of, viewer))?.see === true;
  return {
    overline: words.markdown('access.grant.overline', { ref: 'R-7KQ2M', who: terms.person.name }),
    title: described.title,
    state: stateText(state),
    ...toneStyle(tones[state]),
    facts: variant === 'personal' ? [] : [...described.facts],
    reason: variant === 'personal' ? '' : described.reason,
    ...bareChange,
    decisions: decisions[state] ?? [],
    why: state === 'waiting' ? whyWords : NO_TEXT,
    next: (state === 'done' && viewer !== 'the requester' ? notTheirs : nexts[state]) ?? NO_TEXT,
    ...buttonViews(placed, {
      windows: variant === 'approvers' ? [{ ...offered, data: { change: 'c1', offer: 'translate' } }] : [],
      links: [
        ...(state === 'done' && viewer === 'the requester' ? [activate] : []),
        ...(variant === 'personal'
          ? [{ title: words.plain('changes.button.show'), url: 'https://teams.example/l' }]
          : []),
      ],
      offers: seesAll ? [{ ...history, data: { change: 'c1', from: 'card' } }] : [],
    }),
  };
};

/** A grant refused for every rule, with the limit that was read. */
const refused: Change<GrantTerms> = {
  ...change('failed'),
  terms,
  failure: {
    ...{
      code: 'RoleAssignmentRequestPolicyValidationFailed',
      text: 'vendor.error.policyFailed',
      rules: [...policyRules],
    },
    ...{ values: { maximum: 8 * HOUR, endRequired: true }, correlation: '0d5f6a117c3e' },
  },
};

const ruleWords = policyRules.map((rule) => `- ${words.markdown(`vendor.rule.${rule}`)}`).join('\n') as Markdown;

/** A reason at its longest, and as many of them as a rule may want approvals. */
const LONG = 'The nightly settlement job fails since the last release. '.repeat(17);
const MOST_APPROVALS = 5;

/** Every state for everybody and for each of those concerned, and what only some of them say. */
export const changeSamples: readonly CardSample[] = [
  ...changeStates.flatMap((state) =>
    viewers.map((viewer) => sample(`a change ${state}, for ${viewer}`, changeCard, view(state, viewer))),
  ),
  sample('a change with as many words as people may write', changeCard, {
    ...view('failed', 'their own chat'),
    reason: LONG,
    decisions: Array.from({ length: MOST_APPROVALS }, () => decidedBy('approve', LONG)),
    next: ruleWords,
  }),
  sample('a change refused by every rule', changeCard, {
    ...view('failed', 'the requester'),
    next: refusalText(refused, escapeMarkdown('5 days'), words) ?? ruleWords,
    ...failureDetails({ code: 'RoleAssignmentRequestPolicyValidationFailed', correlation: '0d5f6a117c3e' }, words),
  }),
];
