import { buttonsFor, type CardButton, type CardSubject, opensDialog, pressOf } from '#engine/outbox/card-button.ts';
import type { Words } from '#platform/texts/texts.ts';
import type { Policy } from '#policy/policy.ts';
import { MOST_VISIBLE, visibleFirst } from '#teams/cards/buttons.ts';
import { toFieldView } from '#teams/cards/form.ts';
import { type Change, type Decision, subjectOf } from '../change.ts';
import type { Description } from '../change-kind.ts';
import { type CardVariant, type PlacedButtons, verbs } from './card-buttons.ts';

/** The most actions that Teams shows on a card. */
export const MOST_ACTIONS = 6;

/** Questions stand on the card, as not every client opens them in a menu; then acts, then links; other features' offers in the menu. */
export const buttonViews = <L, O, W>(
  { acts, asks }: PlacedButtons,
  { links, offers, windows }: { links: readonly L[]; offers: readonly O[]; windows: readonly W[] },
) => {
  const forActs = MOST_VISIBLE - asks.length;
  const acting = acts.filter(({ inMenu }) => !inMenu);
  const later = acts.filter(({ inMenu }) => inMenu);
  const forLinks = forActs - Math.min(acting.length, forActs);
  const forOthers = acts.length + asks.length + links.length === 0 ? MOST_VISIBLE : 0;
  return {
    acts: [...visibleFirst(acting, forActs), ...visibleFirst(later, 0)],
    asks: visibleFirst(asks).map(({ fields, send, ...ask }) => ({
      ...{ ...ask, sendTitle: send.title, sendTone: send.tone },
      fields: fields.map((field) => toFieldView(field)),
    })),
    links: visibleFirst(links, forLinks),
    offers: visibleFirst(offers, forOthers),
    windows: visibleFirst(windows, forOthers - offers.length),
  };
};

/** The variants with people's own texts, for those who may read them. */
const WITH_TEXTS: ReadonlySet<string> = new Set(['approvers', 'decider', 'asker', 'receiver']);

interface Offering {
  readonly buttons: readonly CardButton[];
  /** Whether its only reader may see the change; false where several people see the card. */
  readonly maySee: boolean;
  readonly policy: Policy;
  readonly words: Words;
  readonly room: number;
}

/** Buttons of other features, as far as there is room. */
export const featureButtonsOn = (
  change: Change,
  variant: CardVariant,
  subject: CardSubject,
  { buttons, maySee, policy, words, room }: Offering,
) => {
  const fitting = buttons.filter(({ forViewers }) => maySee || forViewers !== true);
  const shown = WITH_TEXTS.has(variant) ? buttonsFor(fitting, subject, policy).slice(0, Math.max(room, 0)) : [];
  const drawn = (window: boolean) =>
    shown
      .filter((offer) => opensDialog(offer) === window)
      .map((offer) => ({
        title: words.plain(offer.title),
        ...pressOf(offer, subject, policy, { verb: verbs.offer, data: { change: change.id } }),
      }));
  return { offers: drawn(false), windows: drawn(true) };
};

/** The change as other features' buttons see it: its reason and the reasons of its decisions are translatable. */
export const cardSubjectOf = (
  change: Change,
  { reason }: Description,
  decisions: readonly Decision[],
): CardSubject => ({
  subject: subjectOf(change.id),
  subscriptions: [],
  called: change.ref,
  texts: [reason, ...decisions.map((decision) => decision.reason)].filter((text) => text !== ''),
});
