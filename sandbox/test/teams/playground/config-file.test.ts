import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { playgroundConfiguration } from '../../../teams/playground/configuration.ts';
import { people } from '../../../world.ts';

const config = parse(readFileSync('.m365agentsplayground.yml', 'utf8'));

it('the configuration of the Playground has the people, the team and the bot with the ids of the sandbox', () => {
  expect(config).toEqual(playgroundConfiguration(people.ana));
});

it('beside the person who uses it the Playground gets five others, as it wants', () => {
  const { currentUser, users } = playgroundConfiguration(people.bo);
  expect([currentUser.name, users.length, users.some(({ name }) => name === people.bo.name)]).toEqual([
    'Bo Lind',
    5,
    false,
  ]);
});
