import type { Fault, Path } from './problems.ts';
import type { GroupDocument } from './schema.ts';

/** Faults across fields: names and ports that are used twice, mounts of missing volumes, limits that do not fit, two of a kind. */
export const crossFieldFaults = ({ properties }: GroupDocument): readonly Fault[] => {
  const { containers, initContainers = [], volumes = [] } = properties;
  const all = [
    ...containers.map((one, index) => ({ one, path: ['properties', 'containers', index] as Path })),
    ...initContainers.map((one, index) => ({ one, path: ['properties', 'initContainers', index] as Path })),
  ];
  const volumeNames = volumes.map(({ name }) => name);
  return [
    ...duplicates(all.map(({ one, path }) => ({ name: one.name, path: [...path, 'name'] }))),
    ...duplicates(volumes.map(({ name }, index) => ({ name, path: ['properties', 'volumes', index, 'name'] }))),
    ...sharedPorts(containers),
    ...containers.flatMap(limitFaults),
    ...volumes.flatMap((volume, index) => oneOfAKind(volume, 'oneSource', ['properties', 'volumes', index])),
    ...containers.flatMap(({ properties: own }, index) =>
      PROBES.flatMap((name) => {
        const probe = own[name];
        const path = ['properties', 'containers', index, 'properties', name];
        return probe ? oneOfAKind(probe, 'oneProbe', path) : [];
      }),
    ),
    ...all.flatMap(({ one, path }) => [
      ...(one.properties.volumeMounts ?? []).flatMap(({ name }, index): readonly Fault[] =>
        volumeNames.includes(name)
          ? []
          : [{ path: [...path, 'properties', 'volumeMounts', index, 'name'], rule: 'noVolume', values: {} }],
      ),
      ...duplicates(
        (one.properties.environmentVariables ?? []).map(({ name }, index) => ({
          name,
          path: [...path, 'properties', 'environmentVariables', index, 'name'],
        })),
      ),
    ]),
  ];
};

const PROBES = ['livenessProbe', 'readinessProbe'] as const;
const KIND = /^(?:azureFile|emptyDir|secret|exec|httpGet)$/;
const OF_EVERY_KIND = /^name$|(?:Seconds|Threshold)$/;

/** Exactly one of the kinds, or one that no document lists. */
const oneOfAKind = (fields: object, rule: 'oneSource' | 'oneProbe', path: Path): readonly Fault[] => {
  const kinds = Object.keys(fields).filter((name) => !OF_EVERY_KIND.test(name));
  const listed = kinds.filter((name) => KIND.test(name));
  return listed.length === 1 || (listed.length === 0 && kinds.length > 0) ? [] : [{ path, rule, values: {} }];
};

const duplicates = (named: readonly { readonly name: string; readonly path: Path }[]): readonly Fault[] => {
  const seen = new Set<string>();
  return named.flatMap(({ name, path }) => {
    if (!seen.has(name)) {
      seen.add(name);
      return [];
    }
    return [{ path, rule: 'twice', values: {} }];
  });
};

type Containers = GroupDocument['properties']['containers'];

/** All containers of a group share one address, so a port belongs to one of them. */
const sharedPorts = (containers: Containers): readonly Fault[] => {
  const owners = new Map<string, number>();
  return containers.flatMap(({ properties: { ports = [] } }, container) =>
    ports.flatMap(({ port, protocol = 'TCP' }, index): readonly Fault[] => {
      const owner = owners.get(`${port}/${protocol}`);
      if (owner === undefined) owners.set(`${port}/${protocol}`, container);
      if (owner === undefined || owner === container) return [];
      return [
        { path: ['properties', 'containers', container, 'properties', 'ports', index], rule: 'portTwice', values: {} },
      ];
    }),
  );
};

/** A limit is at least its container's request, and at most what all containers request. */
const limitFaults = ({ properties: { resources } }: Containers[number], container: number, all: Containers) =>
  (['cpu', 'memoryInGB'] as const).flatMap((amount): readonly Fault[] => {
    const limit = resources.limits?.[amount];
    const least = resources.requests[amount];
    const total = all.reduce((sum, one) => sum + one.properties.resources.requests[amount], 0);
    const most = Math.round(total * 1_000) / 1_000;
    if (limit === undefined || (limit >= least && limit <= most)) return [];
    const path = ['properties', 'containers', container, 'properties', 'resources', 'limits', amount];
    return [{ path, rule: 'limit', values: { least: String(least), most: String(most) } }];
  });
