import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { TrafficView } from '../../../../api.ts';
import { jsonPieces } from '../../../text/json-colours.ts';
import { fullTime, secondTime } from '../../../text/time.ts';
import { html } from '../../html.ts';
import { CheckIcon, CopyIcon } from '../../icons.ts';

/** A value as indented, coloured JSON with a button to copy it. */
const JsonView = ({ title, value }: { title: string; value: unknown }) => {
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

interface Props {
  entry: TrafficView;
  open: boolean;
  onToggle(): void;
}

/** One exchange: a line, and below it the whole of it when it is open. */
export const TrafficEntry = ({ entry, open, onToggle }: Props) => {
  const { id, at, to, title, status, ms, request, response } = entry;
  const failed = status === 0 || status >= 400;
  const item = useRef<HTMLLIElement>(null);
  // What opens below the fold comes into sight with its line at the top.
  useLayoutEffect(() => {
    const list = item.current?.closest('.panel-body');
    if (!open || !item.current || !list) return;
    const [own, all] = [item.current.getBoundingClientRect(), list.getBoundingClientRect()];
    if (own.bottom > all.bottom) list.scrollBy({ top: own.top - all.top });
  }, [open]);
  return html`
    <li ref=${item} class="traffic">
      <button class="traffic-line" aria-expanded=${open} onClick=${onToggle}>
        <span class=${`direction to-${to}`}>${to === 'bot' ? 'To the bot' : 'To Teams'}</span>
        <span class="traffic-title">${title}</span>
        <span class="traffic-facts">
          <span class=${failed ? 'status failed' : 'status'}>${status === 0 ? 'no answer' : status}</span>
          <span>${Math.round(ms)} ms</span>
          <time datetime=${at} title=${fullTime(at)}>${secondTime(at)}</time>
        </span>
      </button>
      ${
        open &&
        html`
          <div class="traffic-whole" id=${`traffic-${id}`}>
            <${JsonView} title="Request" value=${request} />
            <${JsonView} title="Response" value=${response} />
          </div>
        `
      }
    </li>
  `;
};
