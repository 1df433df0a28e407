import { formatPath } from '#features/containers/document/problems.ts';
import { readDocument } from '#features/containers/document/read-document.ts';

const container = (name: string, more: object = {}) => ({
  name,
  properties: { image: 'nginx', resources: { requests: { cpu: 1, memoryInGB: 1.5 } }, ...more },
});

const problemsOf = (...containers: readonly object[]): readonly string[] => {
  const read = readDocument(JSON.stringify({ properties: { osType: 'Linux', containers } }));
  return read.ok ? [] : read.problems.map(({ path, rule }) => `${formatPath(path)} ${rule}`);
};

const limited = (limits: object) => ({ resources: { requests: { cpu: 1, memoryInGB: 1.5 }, limits } });

/** What the vendor refuses, with the place where it is to be corrected. */
it.each([
  [
    'a limit below its container’s request',
    [container('a', limited({ cpu: 0.5 }))],
    'properties.containers[0].properties.resources.limits.cpu limit',
  ],
  [
    'a limit above all requests together',
    [container('a'), container('b', limited({ memoryInGB: 3.5 }))],
    'properties.containers[1].properties.resources.limits.memoryInGB limit',
  ],
  [
    'a port of two containers',
    [container('a', { ports: [{ port: 80 }] }), container('b', { ports: [{ port: 80, protocol: 'tcp' }] })],
    'properties.containers[1].properties.ports[0] portTwice',
  ],
  ['two containers of one name', [container('a'), container('a')], 'properties.containers[1].name twice'],
])('a document with %s is refused there', (_, containers, problem) => {
  expect(problemsOf(...containers)).toEqual([problem]);
});

it('a document with a limit of all requests together, and a port with two protocols, is accepted', () => {
  const ports = (protocol: string) => ({ ports: [{ port: 53, protocol }] });
  expect(problemsOf(container('a', { ...limited({ cpu: 2 }), ...ports('UDP') }), container('b', ports('TCP')))).toEqual(
    [],
  );
});
