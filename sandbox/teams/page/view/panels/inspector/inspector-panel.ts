import { useEffect, useMemo, useState } from 'preact/hooks';
import type { TrafficView } from '../../../../api.ts';
import { followEvents } from '../../../data/live-events.ts';
import { toolsApi } from '../../../data/tools-api.ts';
import { filtered, type TrafficFilter, withEntries } from '../../../data/traffic-log.ts';
import { Count } from '../../count.ts';
import { html } from '../../html.ts';
import { PauseIcon, PlayIcon } from '../../icons.ts';
import { Panel, type PanelProps, type Segment, Segments } from '../panel.ts';
import { TrafficEntry } from './traffic-entry.ts';

/** The traffic with the bot, newest first, followed while the component is shown. */
const useTraffic = (me: string): readonly TrafficView[] => {
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

const directions: readonly Segment<TrafficFilter['to']>[] = [
  { value: 'both', label: 'All' },
  { value: 'bot', label: 'To the bot' },
  { value: 'teams', label: 'To Teams' },
];

interface HeadProps {
  filter: TrafficFilter;
  onFilter(filter: TrafficFilter): void;
  paused: boolean;
  /** How many entries came since it was paused. */
  held: number;
  onPause(): void;
}

const Head = ({ filter, onFilter, paused, held, onPause }: HeadProps) => html`
  <div class="inspector-head">
    <${Segments}
      name="direction"
      legend=${html`<legend class="visually-hidden">Direction</legend>`}
      segments=${directions}
      chosen=${filter.to}
      onChoose=${(to: TrafficFilter['to']) => onFilter({ ...filter, to })}
    />
    <button class="small-button" aria-pressed=${paused} onClick=${onPause}>
      ${paused ? html`<${PlayIcon} />` : html`<${PauseIcon} />`} ${paused ? 'Resume' : 'Pause'}
      ${held > 0 && html`<${Count} of=${held} what="new" />`}
    </button>
    <input
      type="search"
      aria-label="Filter by text"
      placeholder="Filter by text"
      value=${filter.text}
      onInput=${(event: Event) => onFilter({ ...filter, text: (event.currentTarget as HTMLInputElement).value })}
    />
  </div>
`;

/** Every activity to the bot and every call of the bot, newest first. */
export const InspectorPanel = ({ state, onClose }: PanelProps) => {
  const live = useTraffic(state.me);
  const [frozen, setFrozen] = useState<readonly TrafficView[]>();
  const [filter, setFilter] = useState<TrafficFilter>({ to: 'both', text: '' });
  const [openId, setOpenId] = useState<number>();
  const shown = useMemo(() => filtered(frozen ?? live, filter), [frozen, live, filter]);
  const newest = frozen?.[0]?.id ?? 0;
  const held = frozen ? live.filter(({ id }) => id > newest).length : 0;
  const head = html`
    <${Head}
      filter=${filter}
      onFilter=${setFilter}
      paused=${frozen !== undefined}
      held=${held}
      onPause=${() => setFrozen(frozen ? undefined : live)}
    />
  `;
  return html`
    <${Panel} title="Inspector" onClose=${onClose} head=${head}>
      ${
        shown.length === 0 &&
        html`
          <p class="panel-empty">
            ${
              live.length === 0
                ? 'Nothing yet. Write to the bot to see here what Teams sends to it and what it answers.'
                : 'No entry matches this filter.'
            }
          </p>
        `
      }
      <ul class="traffic-list">
        ${shown.map(
          (entry) => html`
            <${TrafficEntry}
              key=${entry.id}
              entry=${entry}
              open=${entry.id === openId}
              onToggle=${() => setOpenId(entry.id === openId ? undefined : entry.id)}
            />
          `,
        )}
      </ul>
    </${Panel}>
  `;
};
