import type { EventLevel, Script, Stage } from './script.ts';

/** A region as it stands; moments in milliseconds since 1970. */
export interface RegionState {
  readonly name: string;
  readonly resolved: boolean;
  readonly lastUpdateAt: number;
  /** The newest first. */
  readonly stages: readonly ToldStage[];
}

export type ToldStage = Stage & { readonly toldAt: number };

export interface EventState {
  readonly resolved: boolean;
  readonly eventLevel: EventLevel;
  readonly startedAt: number;
  readonly mitigatedAt: number | undefined;
  readonly firstUpdateAt: number;
  readonly lastUpdateAt: number;
  /** The newest first. */
  readonly stages: readonly [ToldStage, ...ToldStage[]];
  readonly tags: readonly string[];
  readonly regions: readonly RegionState[];
  readonly changes: Readonly<Record<string, unknown>>;
}

/**
 * How far an event has come.
 * @param toldAt the story's first moment; @param now both in milliseconds since 1970
 * @returns undefined while nobody has heard of it
 */
export const eventState = (script: Script, toldAt: number, now: number): EventState | undefined => {
  const told = script.stages.map((stage) => ({ ...stage, toldAt: toldAt + stage.at }));
  const [first, ...later] = told.filter((stage) => stage.toldAt <= now);
  if (!first) return undefined;
  const stages = [first, ...later];
  const last = later.at(-1) ?? first;
  const regions = regionStates(stages);
  const resolved = regions.every((region) => region.resolved);
  const planned = script.ends === undefined ? undefined : toldAt + script.ends;
  return {
    resolved,
    eventLevel: stages.findLast((stage) => stage.eventLevel !== undefined)?.eventLevel ?? 'Informational',
    startedAt: toldAt + script.begins,
    mitigatedAt: resolved ? stages.findLast(({ resolves }) => resolves)?.toldAt : planned,
    firstUpdateAt: first.toldAt,
    lastUpdateAt: last.toldAt,
    stages: [last, ...stages.slice(0, -1).reverse()],
    tags: stages.findLast(({ tags }) => tags)?.tags ?? [],
    regions,
    changes: Object.assign({}, ...stages.map(({ changes }) => changes)),
  };
};

const regionStates = (stages: readonly ToldStage[]): readonly RegionState[] =>
  stages.flatMap((joined, index) =>
    (joined.spreads ?? []).map((name) => {
      const since = stages.slice(index);
      const healed = since.findIndex((stage) => stage.resolves?.includes(name));
      return {
        name,
        resolved: healed >= 0,
        lastUpdateAt: since.at(-1)?.toldAt ?? joined.toldAt,
        stages: since.reverse(),
      };
    }),
  );
