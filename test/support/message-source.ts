import { type Document, escapeHtml, type Part } from '#features/translation/message/document.ts';

/** A document as the message that it was read from: byte for byte where nothing was translated. */
export const toSource = ({ kind, pieces }: Document): string => {
  const spell = kind === 'html' ? escapeHtml : String;
  const write = (part: Part): string => {
    if (part.is === 'kept') return part.source;
    if (part.is === 'mark') return part.open + part.parts.map(write).join('') + part.close;
    return part.is === 'text' ? (part.source ?? spell(part.text)) : spell(part.phrase);
  };
  return pieces.map((piece) => (typeof piece === 'string' ? piece : piece.parts.map(write).join(''))).join('');
};
