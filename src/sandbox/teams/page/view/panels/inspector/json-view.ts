import { useMemo, useState } from 'preact/hooks';
import { jsonPieces } from '../../../text/json-colours.ts';
import { html } from '../../html.ts';
import { CheckIcon, CopyIcon } from '../../icons.ts';

/** A value as indented, coloured JSON with a button to copy it. */
export const JsonView = ({ title, value }: { title: string; value: unknown }) => {
  const json = useMemo(() => JSON.stringify(value, null, 2) ?? 'nothing', [value]);
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(json);
    setCopied(true);
    setTimeout(() => setCopied(false), 2_000);
  };
  return html`
    <div class="json">
      <div class="json-head">
        <h3>${title}</h3>
        <button class="small-button" onClick=${copy}>
          ${copied ? html`<${CheckIcon} />` : html`<${CopyIcon} />`} ${copied ? 'Copied' : 'Copy'}
          <span class="visually-hidden"> ${title}</span>
        </button>
      </div>
      <pre tabindex="0" role="region" aria-label=${`${title} as JSON`}>${jsonPieces(json).map(({ text, kind }) =>
        kind === 'other' ? text : html`<span class=${`json-${kind}`}>${text}</span>`,
      )}</pre>
    </div>
  `;
};
