import type { VendorSettings } from '#platform/config/vendor-settings.ts';
import type { TextKey } from '#platform/lib/errors.ts';
import type { Policy } from '#policy/policy.ts';
import type { Answers } from '#teams/cards/form.ts';

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
  /** When it began, in milliseconds since 1970; absent where it has no beginning. */
  readonly began?: number;
}

interface AnyCardButton {
  readonly name: string;
  /** Key of the button's title. */
  readonly title: TextKey;
  /** The button is left out if this service of the vendor is not set up. */
  readonly needs?: Exclude<keyof VendorSettings, 'namespace'>;
  /** It shows confidential facts: only the own view of a person who may see the subject with all of its history has it. */
  readonly forViewers?: true;
  /** What it fills in from the subject; undefined if the button does not apply to it. */
  answers(subject: CardSubject, policy: Policy): Answers | undefined;
}

/** Opens a form with the answers. */
interface FormButton extends AnyCardButton {
  readonly form: string;
  /** The form opens in a dialog: only this person sees the result, and nothing is posted. */
  readonly window?: true;
  /** The form is sent without being shown where nothing is missing; otherwise it is always shown for review. */
  readonly atOnce?: true;
  /** Whether its form would be of use to a person; absent: to everybody. */
  may?(objectId: string, policy: Policy): boolean;
}

/** Is pressed as an action of its own feature, with the answers and the card's own data. */
interface ActionButton extends AnyCardButton {
  /** The action's verb. */
  readonly action: string;
}

/** A button that one feature puts on other features' cards, filled in from the subject. */
export type CardButton = FormButton | ActionButton;

/** The button that opens a form, by its name. */
export const findFormButton = (buttons: readonly CardButton[], name: string): FormButton | undefined =>
  buttons.find((button) => 'form' in button && button.name === name) as FormButton | undefined;

export const opensDialog = (button: CardButton): boolean => 'window' in button && button.window === true;

interface Press {
  readonly verb: string;
  readonly data: Answers;
}

/** What pressing a button sends. @param own what the card's own handler of such buttons takes, with the data that names the card */
export const pressOf = (button: CardButton, subject: CardSubject, policy: Policy, own: Press): Press =>
  'action' in button
    ? { verb: button.action, data: { ...own.data, ...button.answers(subject, policy) } }
    : { ...own, data: { ...own.data, offer: button.name } };

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
  const button = findFormButton(buttons, name);
  return button !== undefined && (button.may?.(objectId, policy) ?? true);
};
