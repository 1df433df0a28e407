import type { TextValues } from '#platform/lib/errors.ts';
import type { TextKey, Words } from '#platform/texts/texts.ts';
import type { ButtonPress } from '#teams/cards/buttons.ts';
import type { CardJson } from '#teams/cards/define-card.ts';
import type { Answers } from '#teams/cards/form.ts';
import type { ConversationKind } from '#teams/connector/conversations/conversation.ts';
import type { SignInPress, Unconfirmed } from '#teams/fresh-sign-in/confirmation.ts';
import type { PersonZone } from './zone.ts';

/** Who or what a message mentions, besides the bot. */
export interface MentionedPerson {
  /** Directory object id, lower case; absent if it is not certain who is meant, or the roster did not have it. */
  readonly objectId?: string;
  /** As written in the turn's text. */
  readonly name: string;
  /** A channel, a team, a tag or another app: no person. */
  readonly isThing?: true;
}

/** A card in a conversation: it was pressed, or a dialog was opened from it. */
export interface CardRef {
  readonly conversationId: string;
  readonly activityId: string;
}

/** A text as Teams sent it, html with all its markup. */
export interface MessageContent {
  readonly kind: 'html' | 'text';
  readonly content: string;
  /** It was longer than Steward takes: the rest is cut, and a mark at the end shows it. */
  readonly shortened?: true;
}

/** The message that somebody forwards or quotes; a reply in a channel quotes none. */
export interface Quoted {
  /** To be shown, and no proof: “?” without a name, or one source names another than the next. */
  readonly author: string;
  /** Plain text; of a reply Teams sends only the beginning. */
  readonly text: string;
  readonly shortened: true;
}

/** One message, press or dialog of a person: everything that a handler may know, verified. */
export interface Turn extends PersonZone {
  readonly who: {
    /** Directory object id, lower case. */
    readonly objectId: string;
    readonly tenantId: string;
    readonly name: string;
    /** Channel account id. */
    readonly teamsId: string;
    /** By the roster; absent where it does not say so. */
    readonly guest?: true;
  };
  readonly where: {
    /** With `;messageid=` in a channel's thread. */
    readonly conversationId: string;
    readonly kind: ConversationKind;
    readonly teamId?: string;
  };
  /**
   * What the person wrote themself, without the bot's mention and with the names of mentioned people: nothing that they
   * forwarded or quoted. Empty for a press.
   */
  readonly text: string;
  readonly mentioned?: readonly MentionedPerson[];
  /** The same with its markup. */
  readonly typed: MessageContent;
  readonly quoted?: Quoted;
  /** The message holds words of others. Ids of the messages in this conversation that it replies to, as far as Teams has them. */
  readonly quotes?: readonly string[];
  /** The message has files or pictures; they are never fetched. */
  readonly attached?: true;
  /** The activity's key: its effects are unique by it. */
  readonly source: string;
  /** When the person must have an answer, in milliseconds since 1970: every read for it must end before. */
  readonly answerBy: number;
  /** The correlation id in logs, calls and posts. */
  readonly correlation: string;
  readonly words: Words;
  /** The language that Teams sent, as it sent it; absent if it sent none. */
  readonly teamsLocale?: string;
  /** The card that was pressed. */
  readonly pressed?: CardRef;
  /** An automatic refresh: the client asks for the person's own view of a card. */
  readonly automatic?: true;
  /** The answer is shown in a Teams dialog, to this person only. */
  readonly dialog?: true;
  /** Absent where the client cannot ask its person to sign in. */
  readonly signIn?: SignInPress;
}

/** The message on which the person chose a message action. */
export interface PointedMessage {
  /** Its beginning as plain text, without markup, attachments and mentions of apps; may be empty. */
  readonly text: string;
  /** All of it, with its markup. */
  readonly message: MessageContent;
  /** `objectId` is absent if an app or a person outside the tenant wrote it. */
  readonly author: { readonly name: string; readonly objectId?: string };
  /** Opens the message in Teams. */
  readonly link?: string;
}

export type Posted = (card: CardRef) => Promise<void>;

/** A handler's answer. After a press, a card replaces the pressed one for that person; a message gets a reply. */
export type Answer =
  | {
      readonly kind: 'card';
      readonly card: CardJson;
      readonly summary: string;
      /** The press that draws it anew for the presser. */
      readonly view?: ButtonPress | undefined;
      /** Is told where the card was posted, when it was posted as a message. Never throws. */
      readonly posted?: Posted | undefined;
    }
  /** A sentence, by its text key; for a press that needs a sign-in, in the form that the client expects of it. */
  | {
      readonly kind: 'text';
      readonly text: TextKey;
      readonly values: TextValues;
      readonly signIn?: Unconfirmed | undefined;
    }
  /** Opens a form with the known answers; for review it is shown even if nothing is missing. */
  | { readonly kind: 'form'; readonly form: string; readonly answers: Answers; readonly review: boolean }
  /** The outbox posts the answer. */
  | { readonly kind: 'delivered' };

/** @param view the press that draws it anew, where some of its buttons are not for everybody */
export const cardAnswer = (card: CardJson, summary: string, view?: ButtonPress): Answer => ({
  ...{ kind: 'card', card, summary },
  ...(view ? { view } : {}),
});
export const textAnswer = (text: TextKey, values: TextValues = {}, signIn?: Unconfirmed): Answer => ({
  ...{ kind: 'text', text, values },
  ...(signIn ? { signIn } : {}),
});
export const formAnswer = (form: string, answers: Answers = {}, review = false): Answer => ({
  kind: 'form',
  form,
  answers,
  review,
});
export const delivered: Answer = { kind: 'delivered' };
