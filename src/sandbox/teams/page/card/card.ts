import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Outcome } from '../data/invoke-outcome.ts';
import type { PressedAction } from '../data/session.ts';
import type { MessageLink } from '../text/message-link.ts';
import { html } from '../view/html.ts';
import { CloseIcon } from '../view/icons.ts';
import { drawCard } from './draw-card.ts';

interface Props {
  card: unknown;
  onPress(action: PressedAction): Promise<Outcome>;
  onLink(link: MessageLink): void;
}

/** Keeps every button of a card from being pressed while one of them is being answered. */
const lockButtons = (host: HTMLElement, pressed: HTMLElement | undefined): (() => void) => {
  const buttons = [...host.querySelectorAll<HTMLButtonElement>('button')].filter((button) => !button.disabled);
  for (const button of buttons) button.disabled = true;
  host.setAttribute('aria-busy', 'true');
  pressed?.classList.add('running');
  return () => {
    for (const button of buttons) button.disabled = false;
    host.removeAttribute('aria-busy');
    pressed?.classList.remove('running');
    if (pressed?.isConnected && document.activeElement === document.body) pressed.focus();
  };
};

/** What the bot told the one who pressed, moved into sight: the card may be taller than the screen. */
const Strip = ({ outcome, onClose }: { outcome: Outcome | undefined; onClose(): void }) => {
  const strip = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => strip.current?.scrollIntoView({ block: 'nearest' }), [outcome]);
  if (outcome?.kind !== 'message' && outcome?.kind !== 'failed') return null;
  const failed = outcome.kind === 'failed';
  return html`
    <div
      ref=${strip}
      class=${failed ? 'strip failed' : 'strip'}
      role=${failed ? 'alert' : 'status'}
      title=${failed ? outcome.code : undefined}
    >
      <span>${failed ? 'Something went wrong. Please try again.' : outcome.text}</span>
      <button class="icon-button" aria-label="Close" onClick=${onClose}><${CloseIcon} /></button>
    </div>
  `;
};

/** An Adaptive Card, drawn by the official renderer: again only when its JSON is another one. */
export const Card = ({ card, onPress, onLink }: Props) => {
  const host = useRef<HTMLDivElement>(null);
  const handlers = useRef({ onPress, onLink });
  handlers.current = { onPress, onLink };
  const [outcome, setOutcome] = useState<Outcome>();
  const json = useMemo(() => JSON.stringify(card), [card]);

  useLayoutEffect(() => {
    const element = host.current;
    if (!element) return;
    const press = async (action: PressedAction, button: HTMLElement | undefined) => {
      const unlock = lockButtons(element, button);
      setOutcome(undefined);
      setOutcome(await handlers.current.onPress(action));
      unlock();
    };
    drawCard(element, card, { press, follow: (link) => handlers.current.onLink(link) });
  }, [json]);

  return html`
    <div class="card-frame">
      <div class="card" ref=${host}></div>
      <${Strip} outcome=${outcome} onClose=${() => setOutcome(undefined)} />
    </div>
  `;
};
