import type { CardJson } from '../../cards/define-card.ts';
import type { Answers } from '../../cards/form.ts';
import type { TextValues } from '../../lib/errors.ts';
import type { TextKey, Words } from '../../texts/texts.ts';

/** A person whom a message mentions. */
export interface MentionedPerson {
  /** Directory object id, lower case; absent where the roster did not tell. */
  readonly objectId?: string;
  /** As it stands in the turn's text. */
  readonly name: string;
}

/** A card in a conversation: what was pressed, or what a dialog was opened from. */
export interface CardRef {
  readonly conversationId: string;
  readonly activityId: string;
}

/** What somebody wrote, as Teams brought it: of html with all its markup. */
export interface MessageContent {
  readonly kind: 'html' | 'text';
  readonly content: string;
  /** There was more of it than Steward takes: what came after is left out, and a mark of that stands at the end. */
  readonly shortened?: true;
}

/** The message that somebody replied to in a personal or group chat; a reply in a channel brings none. */
export interface Quoted {
  readonly author: string;
  /** Plain text, of which Teams sends the beginning only. */
  readonly text: string;
  readonly shortened: true;
}

/** One thing that somebody said or pressed: all that a handler may know of it, verified. */
export interface Turn {
  readonly who: {
    /** Directory object id, lower case. */
    readonly objectId: string;
    readonly tenantId: string;
    readonly name: string;
    /** Channel account id. */
    readonly teamsId: string;
  };
  readonly where: {
    /** With `;messageid=` in a channel's thread. */
    readonly conversationId: string;
    readonly kind: 'personal' | 'channel' | 'group';
    readonly teamId?: string;
    readonly teamName?: string;
    readonly channelName?: string;
  };
  /** What was typed, without the bot's mention, and with the names of mentioned people; empty for a click. */
  readonly text: string;
  readonly mentioned?: readonly MentionedPerson[];
  /** The same with its markup. */
  readonly typed: MessageContent;
  readonly quoted?: Quoted;
  /** Files or pictures came with it; they are never fetched. */
  readonly attached?: true;
  /** Names the activity: what it brings about is unique by this. */
  readonly source: string;
  /** When the person must have an answer, in milliseconds since 1970: whatever is read for it must come before. */
  readonly answerBy: number;
  /** Follows the turn through logs, calls and posts. */
  readonly correlation: string;
  readonly words: Words;
  /** IANA name of the person's time zone. */
  readonly zone: string;
  /** The card that was pressed. */
  readonly pressed?: CardRef;
  /** The answer is shown in a Teams dialog, to this person alone. */
  readonly dialog?: true;
}

/** A message of the conversation that the person pointed at in its menu. */
export interface PointedMessage {
  /** Its beginning as plain text, without markup, attachments and the names of mentioned apps; empty when nothing is left. */
  readonly text: string;
  /** All of it, with its markup. */
  readonly message: MessageContent;
  /** `objectId` is absent for what an app or an outsider wrote. */
  readonly author: { readonly name: string; readonly objectId?: string };
  /** Opens the message in Teams. */
  readonly link?: string;
}

/** What a handler wants said. A click's card replaces the pressed one for the clicker; a message gets a reply. */
export type Answer =
  | { readonly kind: 'card'; readonly card: CardJson; readonly summary: string }
  /** A sentence, by its text key. */
  | { readonly kind: 'text'; readonly text: TextKey; readonly values: TextValues }
  /** Opens a form with what is known already; for review it is shown even where nothing is missing. */
  | { readonly kind: 'form'; readonly form: string; readonly answers: Answers; readonly review: boolean }
  /** The outbox says it. */
  | { readonly kind: 'delivered' };

export const cardAnswer = (card: CardJson, summary: string): Answer => ({ kind: 'card', card, summary });
export const textAnswer = (text: TextKey, values: TextValues = {}): Answer => ({ kind: 'text', text, values });
export const formAnswer = (form: string, answers: Answers = {}, review = false): Answer => ({
  kind: 'form',
  form,
  answers,
  review,
});
export const delivered: Answer = { kind: 'delivered' };
