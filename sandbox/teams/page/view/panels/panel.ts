import type { ComponentChildren, VNode } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { html, type ViewProps } from '../html.ts';
import { CloseIcon } from '../icons.ts';

interface Props {
  title: string;
  onClose(): void;
  /** Stands under the title and does not scroll. */
  head?: ComponentChildren;
  children: ComponentChildren;
}

/** What the panels of the app bar are drawn from. */
export interface PanelProps extends ViewProps {
  onClose(): void;
}

export interface Segment<Value extends string> {
  readonly value: Value;
  readonly label: string;
}

interface SegmentsProps<Value extends string> {
  name: string;
  legend: VNode;
  segments: readonly Segment<Value>[];
  chosen: Value;
  onChoose(value: Value): void;
}

/** Radio buttons in a row. */
export const Segments = <Value extends string>({
  name,
  legend,
  segments,
  chosen,
  onChoose,
}: SegmentsProps<Value>) => html`
  <fieldset class="segments">
    ${legend}
    ${segments.map(
      ({ value, label }) => html`
        <label key=${value}>
          <input type="radio" name=${name} checked=${value === chosen} onChange=${() => onChoose(value)} />
          <span>${label}</span>
        </label>
      `,
    )}
  </fieldset>
`;

/** A side panel: takes the focus when it opens and gives it back when it closes. */
export const Panel = ({ title, onClose, head, children }: Props) => {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    const before = document.activeElement;
    heading.current?.focus();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.defaultPrevented) onClose();
  };
  return html`
    <aside class="panel" aria-labelledby="panel-title" data-region onKeyDown=${onKeyDown}>
      <div class="panel-head">
        <h2 id="panel-title" ref=${heading} tabindex="-1">${title}</h2>
        <button class="icon-button" aria-label=${`Close ${title}`} title="Close" onClick=${onClose}><${CloseIcon} /></button>
      </div>
      ${head}
      <div class="panel-body">${children}</div>
    </aside>
  `;
};
