import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { FoundChoice } from '../../api.ts';
import type { PressedAction } from '../data/card-actions.ts';
import type { Outcome, SignInRequest } from '../data/invoke-outcome.ts';
import type { MessageLink } from '../text/links.ts';
import { html } from '../view/html.ts';
import { asOlderClient, type DateReader, withDates } from './card-json.ts';
import { drawCard } from './draw-card.ts';
import { Strip } from './strip.ts';

const nearPx = 800;
/** What a callback leaves of its spare time, in milliseconds: enough for one card. */
const oneCardMs = 6;

const waiting = new Set<() => void>();

const idle: (work: (deadline: Pick<IdleDeadline, 'timeRemaining'>) => void) => void =
  'requestIdleCallback' in window
    ? (work) => requestIdleCallback(work)
    : (work) => setTimeout(() => work({ timeRemaining: () => 0 }));

/** The newest ones are nearest to the place where a conversation opens. */
const drawWaiting = (deadline: Pick<IdleDeadline, 'timeRemaining'>): void => {
  for (const draw of [...waiting].reverse()) {
    draw();
    if (deadline.timeRemaining() < oneCardMs) break;
  }
  if (waiting.size > 0) idle(drawWaiting);
};

/**
 * Calls `draw` once: as soon as `element` comes near the reader's sight, or when the browser has nothing else to do, so
 * that a search in the page and a screen reader find everything. The answer takes it back.
 */
const drawSoon = (element: HTMLElement, draw: () => void): (() => void) => {
  const end = () => {
    observer.disconnect();
    waiting.delete(once);
  };
  const once = () => {
    end();
    draw();
  };
  const observer = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && once(), {
    root: element.closest('.pane-list'),
    rootMargin: `${nearPx}px 0px`,
  });
  observer.observe(element);
  waiting.add(once);
  if (waiting.size === 1) idle(drawWaiting);
  return end;
};

/** Calls `onSeen` when the element is in sight, and again for every other `version` of it; undefined: nobody asks. */
const useVisible = (
  element: RefObject<HTMLElement | null>,
  version: string | undefined,
  onSeen: (() => void) | undefined,
): void => {
  const latest = useRef(onSeen);
  latest.current = onSeen;
  useEffect(() => {
    if (version === undefined || !element.current) return;
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      observer.disconnect();
      latest.current?.();
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [version]);
};

/** Keeps every button of a card from being pressed while one of them is being answered; the answer ends that. */
const lockButtons = (host: HTMLElement, pressed: HTMLElement | undefined): (() => void) => {
  const buttons = [...host.querySelectorAll<HTMLButtonElement>('button')].filter((button) => !button.disabled);
  for (const button of buttons) button.disabled = true;
  host.setAttribute('aria-busy', 'true');
  pressed?.classList.add('running');
  return () => {
    for (const button of buttons) button.disabled = false;
    host.removeAttribute('aria-busy');
    pressed?.classList.remove('running');
    if (pressed?.isConnected && document.activeElement === document.body) pressed.focus({ preventScroll: true });
  };
};

interface Props {
  card: object;
  /** Whose language and zone its dates are in; the browser's when absent. */
  reader?: DateReader | undefined;
  /** What it is about, for those who do not see it. */
  label?: string | undefined;
  /** Whether the reader's client knows no Action.Execute. */
  olderClient?: boolean;
  /** Whether it may be drawn after all the rest of the page. */
  patient?: boolean;
  onPress(action: PressedAction): Promise<Outcome>;
  /** Signs in where a press asks for it; a card without it offers no sign-in. */
  onSignIn?(action: PressedAction, request: SignInRequest): Promise<Outcome>;
  onLink(link: MessageLink): void;
  /** What is found for what is typed into a list; a card without one finds nothing. */
  onSearch?(dataset: string, text: string): Promise<readonly FoundChoice[]>;
  /** Names the state of a card whose `onSeen` is called when it is visible. */
  version?: string | undefined;
  onSeen?(): void;
}

/** How high each card was when it was last on the screen, in pixels: so much room waits for it the next time. */
const heights = new WeakMap<object, number>();
const guessedHeight = 220;

/** What the vendor sandbox puts around a text that it cannot translate. */
const untranslated = '⟦';
const untranslatedNote =
  'Played by the sandbox: its translator knows only a few dozen sentences. What stands in ⟦ ⟧ was not translated.';

/** An Adaptive Card, drawn by the official renderer: again only when its JSON is another one. */
export const Card = (props: Props) => {
  const { reader, label, olderClient = false, patient = false } = props;
  const { onPress, onSignIn, onLink, onSearch, version, onSeen } = props;
  const card = useMemo(
    () => (reader ? withDates(props.card, reader) : props.card),
    [props.card, reader?.locale, reader?.timezone],
  );
  const host = useRef<HTMLDivElement>(null);
  const handlers = useRef({ onPress, onLink, onSearch });
  handlers.current = { onPress, onLink, onSearch };
  const [outcome, setOutcome] = useState<Outcome>();
  /** The newest press: what an older one still brings is not shown. */
  const pressed = useRef<PressedAction>(undefined);
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
      pressed.current = action;
      setOutcome(undefined);
      setOutcome(await handlers.current.onPress(action));
      unlock();
    };
    const follow = (link: MessageLink) => handlers.current.onLink(link);
    const search = async (dataset: string, text: string) => handlers.current.onSearch?.(dataset, text) ?? [];
    const draw = () => {
      drawn.current = face;
      element.style.minHeight = '';
      drawCard(element, olderClient ? asOlderClient(card) : card, { press, follow, search });
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

  const signIn = async (request: SignInRequest) => {
    const action = pressed.current;
    if (!action || !onSignIn) return;
    const signedIn = onSignIn(action, request);
    setOutcome({ ...request, isOpen: true });
    const result = await signedIn;
    if (pressed.current === action) setOutcome(result);
  };

  const classes = cameLate && patient ? 'card patient' : 'card';
  return html`
    <div class="card-frame">
      <div class=${classes} role="group" aria-label=${label ?? 'Card'} ref=${host}></div>
      ${json.includes(untranslated) && html`<p class="card-note">${untranslatedNote}</p>`}
      <${Strip} outcome=${outcome} onClose=${() => setOutcome(undefined)} onSignIn=${onSignIn && signIn} />
    </div>
  `;
};
