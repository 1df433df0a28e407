import type { AskTranslator } from './ask-translator.ts';
import type { Asker, Order } from './order.ts';
import type { Piece, Writing } from './plan.ts';
import type { TranslateDeps } from './translate-deps.ts';

/** What all steps of one order work with. */
export interface Work {
  readonly order: Order;
  readonly asker: Asker;
  readonly deps: TranslateDeps;
  readonly writing: Writing;
  readonly translator: AskTranslator<Piece>;
}
