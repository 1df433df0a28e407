import { useEffect, useRef, useState } from 'preact/hooks';
import type { FaultsView } from '../../../../api.ts';
import { whyNot } from '../../../data/ask.ts';
import { followEvents } from '../../../data/live-events.ts';
import { toolsApi } from '../../../data/tools-api.ts';

const settleMs = 250;

export interface FaultControls {
  /** Undefined while it loads. */
  readonly faults: FaultsView | undefined;
  /** Why the last change did not happen. */
  readonly problem: string | undefined;
  change(what: Promise<unknown>): Promise<void>;
}

/** What is on now: looked at again after each change made here, and whenever Teams and the bot have talked. */
export const useFaults = (me: string): FaultControls => {
  const [faults, setFaults] = useState<FaultsView>();
  const [problem, setProblem] = useState<string>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const load = () => toolsApi.faults().then(setFaults, (error: Error) => setProblem(error.message));
  const loadSoon = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(load, settleMs);
  };
  useEffect(() => {
    const stop = followEvents(me, { onOpen: load, onLost: () => {}, onEvent: loadSoon }, true);
    return () => {
      clearTimeout(timer.current);
      stop();
    };
  }, [me]);

  return {
    faults,
    problem,
    change: async (what) => {
      setProblem(await whyNot(what));
      await load();
    },
  };
};
