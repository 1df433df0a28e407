import type { VendorSettings } from '../api/services/settings.ts';
import type { Answers } from '../cards/form.ts';
import type { TextKey } from '../lib/text-key.ts';
import type { Policy } from '../policy/policy.ts';

/** What a card tells about, as far as another feature may offer to do something with it. */
export interface CardSubject {
  /** The card's subject, as `alert:…`. */
  readonly subject: string;
  /** GUIDs of subscriptions that it touches. */
  readonly subscriptions: readonly string[];
  /** Its id, for a reason. Its title would be copied there, and stay when the source hides it. */
  readonly called: string;
  /** What people or the vendor wrote in it, without markup, as everybody may read it on the card; none where that is hidden. */
  readonly texts: readonly string[];
}

/** A button that one feature puts on the cards of others: it opens a form of its own, filled in as far as the subject tells. */
export interface CardButton {
  readonly name: string;
  /** Key of the button's title. */
  readonly title: TextKey;
  readonly form: string;
  /** The form opens in a dialog: what comes of it only this person sees, and nothing is posted. */
  readonly window?: true;
  /** Where this service of the vendor is not set up, nothing is offered. */
  readonly needs?: Exclude<keyof VendorSettings, 'namespace'>;
  /** The form's answers; undefined where there is nothing to offer for this subject. */
  answers(subject: CardSubject, policy: Policy): Answers | undefined;
}

/** Those whose service is set up here. */
export const availableButtons = (buttons: readonly CardButton[], settings: VendorSettings): readonly CardButton[] =>
  buttons.filter(({ needs }) => needs === undefined || settings[needs] !== undefined);

/** Those that have something to offer for a subject. */
export const buttonsFor = (
  buttons: readonly CardButton[],
  subject: CardSubject,
  policy: Policy,
): readonly CardButton[] => buttons.filter((button) => button.answers(subject, policy) !== undefined);
