import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { TrafficView } from '../../../api.ts';
import { toolsApi } from '../../data/api-client.ts';
import { followEvents } from '../../data/sync.ts';
import { filtered, type TrafficFilter, withEntries } from '../../data/traffic-log.ts';
import { fullTime, jsonPieces, secondTime } from '../../text/format.ts';
import { html } from '../html.ts';
import { CheckIcon, CopyIcon, PauseIcon, PlayIcon } from '../icons.ts';
import { Count } from '../parts.ts';
import { Panel, type PanelProps, type Segment, Segments } from './panel.ts';

/** A value as indented, coloured JSON with a button to copy it. */
const JsonView = ({ title, value }: { title: string; value: unknown }) => {
  const json = useMemo(() => JSON.stringify(value, null, 2) ?? 'nothing', [value]);
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(json);
    setCopied(true);
    setTimeout(() => setCopied(false), 2_000);
  };
  return html`
    <div class="json">
      <div class="json-head">
        <h3>${title}</h3>
        <button class="small-button" onClick=${copy}>
          ${copied ? html`<${CheckIcon} />` : html`<${CopyIcon} />`} ${copied ? 'Copied' : 'Copy'}
          <span class="visually-hidden"> ${title}</span>
        </button>
      </div>
      <pre tabindex="0" role="region" aria-label=${`${title} as JSON`}>${jsonPieces(json).map(({ text, kind }) =>
        kind === 'other' ? text : html`<span class=${`json-${kind}`}>${text}</span>`,
      )}</pre>
    </div>
  `;
};

interface Props {
  entry: TrafficView;
  open: boolean;
  onToggle(): void;
}

/** One exchange: a line, and below it the whole of it when it is open. */
const TrafficEntry = ({ entry, open, onToggle }: Props) => {
  const { id, at, to, title, status, ms, request, response } = entry;
  const failed = status === 0 || status >= 400;
  const item = useRef<HTMLLIElement>(null);
  // What opens below the fold comes into sight with its line at the top.
  useLayoutEffect(() => {
    const list = item.current?.closest('.panel-body');
    if (!open || !item.current || !list) return;
    const [own, all] = [item.current.getBoundingClientRect(), list.getBoundingClientRect()];
    if (own.bottom > all.bottom) list.scrollBy({ top: own.top - all.top });
  }, [open]);
  return html`
    <li ref=${item} class="traffic">
      <button class="traffic-line" aria-expanded=${open} onClick=${onToggle}>
        <span class=${`direction to-${to}`}>${to === 'bot' ? 'To the bot' : 'To Teams'}</span>
        <span class="traffic-title">${title}</span>
        <span class="traffic-facts">
          <span class=${failed ? 'status failed' : 'status'}>${status === 0 ? 'no answer' : status}</span>
          <span>${Math.round(ms)} ms</span>
          <time datetime=${at} title=${fullTime(at)}>${secondTime(at)}</time>
        </span>
      </button>
      ${
        open &&
        html`
          <div class="traffic-whole" id=${`traffic-${id}`}>
            <${JsonView} title="Request" value=${request} />
            <${JsonView} title="Response" value=${response} />
          </div>
        `
      }
    </li>
  `;
};

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
