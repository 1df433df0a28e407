import type { MessageView } from '../../src/sandbox/teams/api.ts';
import { buttonsOf } from '../support/card-view.ts';

const DECIDING: readonly string[] = ['change.approve', 'change.deny', 'change.cancel'];

/** The first button of a card that would end a request: once it is decided no card may have one. */
export const decidingVerb = (card: MessageView): string | undefined =>
  buttonsOf(card).find(({ verb }) => DECIDING.includes(verb))?.verb;

/** What a card says, for a complaint. */
export const oneLine = (words: string): string => words.replaceAll('\n', ' · ').slice(0, 200);
