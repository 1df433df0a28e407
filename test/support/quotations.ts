import { escapeHtml } from '#bot/turn/html.ts';
import shapes from '../fixtures/quotations.json' with { type: 'json' };

interface Shape {
  readonly text: string;
  readonly html?: string;
  readonly entities?: readonly object[];
  readonly attachments?: readonly { readonly contentType: string; readonly content: object }[];
}

/** What a message holds: the words of its author, and somebody else's. */
export interface Mixed {
  readonly own: string;
  readonly foreign: string;
  readonly author: string;
  /** Of the message that holds the foreign words. */
  readonly id: string;
}

/** Every way in which Teams, its clients and mail programs mark what somebody else wrote. */
export const quotationShapes = Object.keys(shapes) as (keyof typeof shapes)[];

const filled = (text: string, words: Mixed, written: (text: string) => string = (same) => same): string => {
  const all = { ...words, html: inHtml(words.foreign), ownHtml: inHtml(words.own) };
  return text.replace(/\{(own|foreign|author|id|html|ownHtml)\}/g, (_all, name: keyof typeof all) =>
    written(all[name]),
  );
};

const inHtml = (text: string): string => escapeHtml(text).replaceAll('\n', '<br>');
const inJson = (text: string): string => JSON.stringify(text).slice(1, -1);

/** A message of this shape, as fields of its activity. @param asText the content of references as JSON text, as Teams has it */
export const quotationOf = (name: (typeof quotationShapes)[number], words: Mixed, asText = true) => {
  const { text, html, entities = [], attachments = [] }: Shape = shapes[name];
  const content = html === undefined ? [] : [{ contentType: 'text/html', content: filled(html, words, inHtml) }];
  const references: typeof attachments = JSON.parse(filled(JSON.stringify(attachments), words, inJson));
  return {
    text: filled(text, words),
    entities: JSON.parse(filled(JSON.stringify(entities), words, inJson)) as object[],
    attachments: [
      ...content,
      ...references.map((one) => (asText ? { ...one, content: JSON.stringify(one.content) } : one)),
    ],
  };
};
