import { containerGroup } from '#cloud/operations/container-groups.ts';
import { eventsOf } from '#features/containers/group-state.ts';

interface Event {
  readonly name: string;
  readonly message: string;
  readonly lastTimestamp: string;
}

const event = (name: string, second: number): Event => ({
  name,
  message: `${name} it`,
  lastTimestamp: `2026-11-03T08:10:0${second}Z`,
});

/** The names of a group's events, of those that it lists itself and of those of each container. */
const namesOf = (ofGroup: readonly Event[], ...ofContainers: readonly (readonly Event[])[]): string[] => {
  const container = (events: readonly Event[], index: number) => ({
    name: `c${index}`,
    properties: { image: 'a:1', resources: { requests: { cpu: 1, memoryInGB: 1 } }, instanceView: { events } },
  });
  const properties = {
    osType: 'Linux',
    provisioningState: 'Succeeded',
    containers: ofContainers.map(container),
    instanceView: { events: ofGroup },
  };
  const group = containerGroup.parse({ id: '/g', name: 'g', type: 't', location: 'l', properties });
  return eventsOf(group).map(({ name }) => name);
};

it('events are the newest first, also those of one moment', () => {
  const names = ['Pulling', 'Pulled', 'Started'];
  const ofOneMoment = names.map((name) => event(name, 1));
  expect(namesOf([], [...ofOneMoment, event('Killing', 0)])).toEqual([...names.toReversed(), 'Killing']);
});

it('two containers that started at one moment are two events, which the group does not repeat', () => {
  const started = event('Started', 1);
  expect(namesOf([started, event('Moved', 0)], [started], [started])).toEqual(['Started', 'Started', 'Moved']);
});
