import type { MessageView } from '../sandbox/teams/api.ts';
import { verbs } from '../src/engine/changes/card/card-buttons.ts';
import { buttonsOf } from '../test/support/card-view.ts';
import { plain } from '../test/support/story.ts';

const ENDING: readonly string[] = [verbs.approve, verbs.deny, verbs.cancel];

/** Whether a card asks for a decision, by a button of its own or by the one that brings people theirs: no decided one may. */
export const asksToDecide = (card: MessageView): boolean =>
  buttonsOf(card).some(({ verb, title }) => ENDING.includes(verb) || title === plain('changes.button.respond'));

/** What a card says, for a complaint. */
export const oneLine = (words: string): string => words.replaceAll('\n', ' · ').slice(0, 200);
