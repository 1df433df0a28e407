import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { PressedAction } from '../data/card-actions.ts';
import type { Outcome } from '../data/invoke-outcome.ts';
import type { MessageLink } from '../text/message-link.ts';
import { html } from '../view/html.ts';
import { drawCard } from './draw-card.ts';
import { drawSoon } from './draw-soon.ts';
import { lockButtons } from './lock-buttons.ts';
import { asOlderClient } from './older-client.ts';
import { Strip } from './strip.ts';
import { useVisible } from './use-visible.ts';

interface Props {
  card: object;
  /** What it is about, for those who do not see it. */
  label?: string | undefined;
  /** Whether the reader's client knows no Action.Execute. */
  olderClient?: boolean;
  /** Whether it may be drawn after all the rest of the page. */
  patient?: boolean;
  onPress(action: PressedAction): Promise<Outcome>;
  onLink(link: MessageLink): void;
  /** Names the state of a card that wants to be told when it is seen. */
  version?: string | undefined;
  onSeen?(): void;
}

/** How high each card was when it was last on the screen, in pixels: so much room waits for it the next time. */
const heights = new WeakMap<object, number>();
const guessedHeight = 220;

/** An Adaptive Card, drawn by the official renderer: again only when its JSON is another one. */
export const Card = (props: Props) => {
  const { card, label, olderClient = false, patient = false, onPress, onLink, version, onSeen } = props;
  const host = useRef<HTMLDivElement>(null);
  const handlers = useRef({ onPress, onLink });
  handlers.current = { onPress, onLink };
  const [outcome, setOutcome] = useState<Outcome>();
  const [cameLate] = useState(patient);
  const drawn = useRef<string>(undefined);
  const json = useMemo(() => JSON.stringify(card), [card]);
  useVisible(host, version, onSeen);

  useLayoutEffect(() => {
    const element = host.current;
    const face = `${olderClient} ${json}`;
    if (!element || drawn.current === face) return;
    const press = async (action: PressedAction, button: HTMLElement | undefined) => {
      const unlock = lockButtons(element, button);
      setOutcome(undefined);
      setOutcome(await handlers.current.onPress(action));
      unlock();
    };
    const follow = (link: MessageLink) => handlers.current.onLink(link);
    const draw = () => {
      drawn.current = face;
      element.style.minHeight = '';
      drawCard(element, olderClient ? asOlderClient(card) : card, { press, follow });
    };
    if (patient && drawn.current === undefined) {
      const height = `${heights.get(card) ?? guessedHeight}px`;
      element.style.minHeight = height;
      element.style.containIntrinsicHeight = `auto ${height}`;
      return drawSoon(element, draw);
    }
    draw();
  }, [json, olderClient, patient]);

  useLayoutEffect(
    () => () => {
      if (drawn.current !== undefined && host.current) heights.set(card, host.current.offsetHeight);
    },
    [card],
  );

  const classes = cameLate && patient ? 'card patient' : 'card';
  return html`
    <div class="card-frame">
      <div class=${classes} role="group" aria-label=${label ?? 'Card'} ref=${host}></div>
      <${Strip} outcome=${outcome} onClose=${() => setOutcome(undefined)} />
    </div>
  `;
};
