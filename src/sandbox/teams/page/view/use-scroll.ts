import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { State } from '../data/state.ts';

const nearEndPx = 80;

/**
 * Keeps a list where the reader expects it: at its end while they are there, at a linked message, and at what they
 * just wrote or are being answered. The answer is the list's scroll handler.
 */
export const useScroll = (list: RefObject<HTMLElement | null>, state: State): (() => void) => {
  const atEnd = useRef(true);
  const { highlighted, me, notices, typing } = state;
  const messages = state.messages[state.open];
  const newest = messages?.at(-1);

  const article = (id: string | undefined) =>
    id ? list.current?.querySelector<HTMLElement>(`[data-message-id="${CSS.escape(id)}"]`) : undefined;

  useLayoutEffect(() => {
    if (atEnd.current && !highlighted) list.current?.scrollTo({ top: list.current.scrollHeight });
  }, [messages, notices, typing]);

  useLayoutEffect(() => {
    const thread = article(newest?.id)?.closest('.thread');
    const isTheirs = newest?.from.key === me || thread?.contains(document.activeElement);
    if (isTheirs && !highlighted) article(newest?.id)?.scrollIntoView({ block: 'nearest' });
  }, [newest?.id]);

  useLayoutEffect(() => {
    const target = article(highlighted);
    if (!target) return;
    atEnd.current = false;
    target.scrollIntoView({ block: 'center' });
  }, [highlighted, messages === undefined]);

  return () => {
    if (!list.current) return;
    const { scrollHeight, scrollTop, clientHeight } = list.current;
    atEnd.current = scrollHeight - scrollTop - clientHeight < nearEndPx;
  };
};
