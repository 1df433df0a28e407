import type { EventLevel, Fields, Script, Stage } from './script.ts';

/** The current state of a region; moments in milliseconds since 1970. */
interface RegionState {
  readonly name: string;
  readonly resolved: boolean;
  readonly lastUpdateAt: number;
  /** The newest first. */
  readonly stages: readonly ReportedStage[];
}

export type ReportedStage = Stage & { readonly reportedAt: number };

interface EventState {
  readonly resolved: boolean;
  readonly sensitive: boolean;
  readonly eventLevel: EventLevel;
  readonly startedAt: number;
  readonly mitigatedAt: number | undefined;
  readonly firstUpdateAt: number;
  readonly lastUpdateAt: number;
  /** The newest first. */
  readonly stages: readonly [ReportedStage, ...ReportedStage[]];
  readonly tags: readonly string[];
  readonly regions: readonly RegionState[];
  /** The current properties that the script sets itself. */
  readonly fields: Fields;
}

/**
 * The state of an event at a moment.
 * @param reportedAt the start of the script; @param now both in milliseconds since 1970
 * @returns undefined before its first stage
 */
const eventState = (script: Script, reportedAt: number, now: number): EventState | undefined => {
  const told = script.stages.map((stage) => ({ ...stage, reportedAt: reportedAt + stage.at }));
  const [first, ...later] = told.filter((stage) => stage.reportedAt <= now);
  if (!first) return undefined;
  const stages = [first, ...later];
  const last = later.at(-1) ?? first;
  const regions = regionStates(stages);
  const fields: Fields = Object.assign({}, script.properties, ...stages.map(({ changes }) => changes));
  const healed = regions.length > 0 && regions.every((region) => region.resolved);
  const resolved = fields.status === undefined ? healed : fields.status === 'Resolved';
  const planned = script.ends === undefined ? undefined : reportedAt + script.ends;
  return {
    resolved,
    sensitive: fields.isEventSensitive ?? script.sensitive ?? false,
    eventLevel: stages.findLast((stage) => stage.eventLevel !== undefined)?.eventLevel ?? 'Informational',
    startedAt: reportedAt + script.begins,
    mitigatedAt: resolved ? stages.findLast(heals)?.reportedAt : planned,
    firstUpdateAt: first.reportedAt,
    lastUpdateAt: last.reportedAt,
    stages: [last, ...stages.slice(0, -1).reverse()],
    tags: stages.findLast(({ tags }) => tags)?.tags ?? [],
    regions,
    fields,
  };
};

const heals = ({ resolves, changes }: Stage): boolean => resolves !== undefined || changes?.status === 'Resolved';

/** The document's word. */
export const statusOf = (resolved: boolean): 'Active' | 'Resolved' => (resolved ? 'Resolved' : 'Active');

const regionStates = (stages: readonly ReportedStage[]): readonly RegionState[] =>
  stages.flatMap((joined, index) =>
    (joined.spreads ?? []).map((name) => {
      const since = stages.slice(index);
      const healed = since.findIndex((stage) => stage.resolves?.includes(name));
      return {
        name,
        resolved: healed >= 0,
        lastUpdateAt: since.at(-1)?.reportedAt ?? joined.reportedAt,
        stages: since.reverse(),
      };
    }),
  );

/** An event after its first stage, with its current state. */
export interface ReportedEvent {
  readonly seq: number;
  readonly script: Script;
  readonly state: EventState;
}

/** The event of a row; undefined before its first stage. */
export const reportedEvent = (
  row: { readonly seq: number; readonly told_at: number; readonly script: string },
  now: number,
): ReportedEvent | undefined => {
  const script = JSON.parse(row.script) as Script;
  const state = eventState(script, row.told_at, now);
  return state && { seq: row.seq, script, state };
};
