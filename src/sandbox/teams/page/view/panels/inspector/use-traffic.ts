import { useEffect, useState } from 'preact/hooks';
import type { TrafficView } from '../../../../api.ts';
import { followEvents } from '../../../data/live-events.ts';
import { toolsApi } from '../../../data/tools-api.ts';
import { withEntries } from '../../../data/traffic-log.ts';

/** The traffic with the bot, newest first, followed for as long as the component that asks stands. */
export const useTraffic = (me: string): readonly TrafficView[] => {
  const [log, setLog] = useState<readonly TrafficView[]>([]);
  useEffect(() => {
    const add = (entries: readonly TrafficView[]) => setLog((before) => withEntries(before, entries));
    const load = () => toolsApi.traffic(me).then(add, () => {});
    return followEvents(
      me,
      { onOpen: load, onLost: () => {}, onEvent: (event) => event.type === 'traffic' && add([event.entry]) },
      true,
    );
  }, [me]);
  return log;
};
