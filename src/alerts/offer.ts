import type { Answers } from '../cards/form.ts';
import type { Policy } from '../policy/policy.ts';

/** What stands on a card, as far as another feature may offer to do something with it. */
export interface Thing {
  /** GUIDs of subscriptions that it touches. */
  readonly subscriptions: readonly string[];
  /** Its id, for a reason. Its title would be copied there, and stay when the source hides it. */
  readonly called: string;
  /** Its texts as a person reads them, without markup; none where they are hidden. */
  readonly texts: readonly string[];
}

/** A button that one feature puts on the cards of others: it opens a form of its own, filled in as far as the thing tells. */
export interface Offer {
  readonly name: string;
  /** Key of the button's title. */
  readonly title: string;
  readonly form: string;
  /** The form's answers; undefined where there is nothing to offer for this thing. */
  answers(thing: Thing, policy: Policy): Answers | undefined;
}
