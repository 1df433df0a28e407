import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { html } from '../html.ts';
import { CloseIcon } from '../icons.ts';

interface Props {
  title: string;
  onClose(): void;
  /** Stands under the title and does not scroll. */
  head?: ComponentChildren;
  children: ComponentChildren;
}

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
