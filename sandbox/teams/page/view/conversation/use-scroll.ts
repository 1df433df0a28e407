import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { keepScroll, readScroll } from '../../data/browser-memory.ts';
import type { State } from '../../data/state.ts';

const nearEndPx = 80;
const aboveMessagePx = 8;

/** Where a list is read to its end: its last message begins at the top where it does not fit. */
const endOf = (list: HTMLElement): number => {
  const last = [...list.querySelectorAll('[data-message-id]')].at(-1);
  const end = list.scrollHeight - list.clientHeight;
  if (!last) return end;
  const begins = last.getBoundingClientRect().top - list.getBoundingClientRect().top + list.scrollTop;
  return Math.min(end, begins - aboveMessagePx);
};

/** Never back: who has read further stays there. */
const scrollToEnd = (list: HTMLElement | null): void => list?.scrollTo({ top: Math.max(list.scrollTop, endOf(list)) });

/**
 * Keeps a list where the reader expects it: where this person left it, at what is new, at its end while they are
 * there, at a linked message, and at what they just wrote, or pressed, and are being answered. The answer is the list's scroll handler.
 */
export const useScroll = (list: RefObject<HTMLElement | null>, state: State): (() => void) => {
  const key = `${state.me} ${state.open}`;
  const left = useRef(readScroll(key));
  const atEnd = useRef(left.current === undefined);
  const known = useRef<string>(undefined);
  const { highlighted, answer, me, notices, typing } = state;
  const messages = state.messages[state.open];
  const newest = messages?.at(-1);

  const article = (id: string | undefined) =>
    id ? list.current?.querySelector<HTMLElement>(`[data-message-id="${CSS.escape(id)}"]`) : undefined;

  /** Cards grow after they are drawn, so the end is looked for again when the list changes its size. */
  useLayoutEffect(() => {
    const inner = list.current?.firstElementChild;
    if (!inner) return;
    const observer = new ResizeObserver(() => {
      if (atEnd.current) scrollToEnd(list.current);
    });
    observer.observe(inner);
    return () => observer.disconnect();
  }, [messages === undefined]);

  useLayoutEffect(() => {
    const place = left.current;
    const target = article(place?.message);
    if (!messages || !place || !list.current || highlighted) return;
    left.current = undefined;
    if (!target) atEnd.current = true;
    else {
      const top = target.getBoundingClientRect().top - list.current.getBoundingClientRect().top;
      list.current.scrollBy({ top: top - place.offset });
    }
  }, [messages === undefined]);

  /** More that is new than fits: one begins to read where it begins. */
  useLayoutEffect(() => {
    const line = list.current?.querySelector('.new-line');
    if (!line || !list.current || highlighted) return;
    if (atEnd.current) scrollToEnd(list.current);
    if (line.getBoundingClientRect().top >= list.current.getBoundingClientRect().top) return;
    atEnd.current = false;
    line.scrollIntoView({ block: 'start' });
  }, [messages === undefined]);

  useLayoutEffect(() => {
    if (atEnd.current && !highlighted) scrollToEnd(list.current);
  }, [messages, notices, typing]);

  useLayoutEffect(() => {
    const isFirst = known.current === undefined;
    known.current = newest?.id;
    const thread = article(newest?.id)?.closest('.thread');
    const isTheirs = newest?.from.key === me || thread?.contains(document.activeElement);
    if (isTheirs && !isFirst && !highlighted) article(newest?.id)?.scrollIntoView({ block: 'nearest' });
  }, [newest?.id]);

  /** Its card grows after it is drawn, so there is room below its beginning. */
  useLayoutEffect(() => {
    const target = article(answer);
    const below = list.current?.getBoundingClientRect().bottom ?? 0;
    if (target && target.getBoundingClientRect().bottom > below) target.scrollIntoView({ block: 'start' });
    else target?.scrollIntoView({ block: 'nearest' });
  }, [answer]);

  useLayoutEffect(() => {
    const target = article(highlighted);
    if (!target) return;
    atEnd.current = false;
    target.scrollIntoView({ block: 'center' });
  }, [highlighted, messages === undefined]);

  return () => {
    if (!list.current) return;
    atEnd.current = endOf(list.current) - list.current.scrollTop < nearEndPx;
    const top = list.current.getBoundingClientRect().top;
    const first = [...list.current.querySelectorAll<HTMLElement>('[data-message-id]')].find(
      (each) => each.getBoundingClientRect().bottom > top,
    );
    const id = first?.dataset['messageId'];
    keepScroll(
      key,
      atEnd.current || !first || !id ? undefined : { message: id, offset: first.getBoundingClientRect().top - top },
    );
  };
};
