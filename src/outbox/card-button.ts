import type { VendorSettings } from '../api/services/settings.ts';
import type { Answers } from '../cards/form.ts';
import type { TextKey } from '../lib/text-key.ts';
import type { Policy } from '../policy/policy.ts';

/** The subject of a card, as far as other features need it for their card buttons. */
export interface CardSubject {
  /** The card's subject, such as `alert:…`. */
  readonly subject: string;
  /** GUIDs of the affected subscriptions. */
  readonly subscriptions: readonly string[];
  /** Its id, for use in a reason. A title copied there would stay after the source hides it. */
  readonly called: string;
  /** Its texts by people or the vendor, without markup, as everybody sees them on the card; none if they are hidden. */
  readonly texts: readonly string[];
}

/** A button that one feature puts on other features' cards: it opens a form that is filled in from the subject. */
export interface CardButton {
  readonly name: string;
  /** Key of the button's title. */
  readonly title: TextKey;
  readonly form: string;
  /** The form opens in a dialog: only this person sees the result, and nothing is posted. */
  readonly window?: true;
  /** The form is sent without being shown where nothing is missing; otherwise it is always shown for review. */
  readonly atOnce?: true;
  /** The button is left out if this service of the vendor is not set up. */
  readonly needs?: Exclude<keyof VendorSettings, 'namespace'>;
  /** The form's answers; undefined if the button does not apply to this subject. */
  answers(subject: CardSubject, policy: Policy): Answers | undefined;
  /** Whether its form would be of use to a person; absent: to everybody. */
  may?(objectId: string, policy: Policy): boolean;
}

/** The buttons whose service is set up. */
export const availableButtons = (buttons: readonly CardButton[], settings: VendorSettings): readonly CardButton[] =>
  buttons.filter(({ needs }) => needs === undefined || settings[needs] !== undefined);

/** The buttons that apply to a subject. */
export const buttonsFor = (
  buttons: readonly CardButton[],
  subject: CardSubject,
  policy: Policy,
): readonly CardButton[] => buttons.filter((button) => button.answers(subject, policy) !== undefined);

/** Whether a button, by its name, is for a person. */
export const isOffered = (buttons: readonly CardButton[], name: string, objectId: string, policy: Policy): boolean => {
  const button = buttons.find((one) => one.name === name);
  return button !== undefined && (button.may?.(objectId, policy) ?? true);
};
