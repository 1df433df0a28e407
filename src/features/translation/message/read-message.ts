import type { Document, Message } from './document.ts';
import { readHtml } from './read-html.ts';
import { readText } from './read-text.ts';

/** A message taken apart, whatever is in it; joined by `toSource` it is the message again. */
export const readMessage = ({ kind, content }: Message): Document =>
  kind === 'html' ? readHtml(content) : readText(content);
