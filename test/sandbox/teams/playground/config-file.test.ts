import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { people, type SandboxPerson, sandboxBot, team, tenantId } from '../../../../src/sandbox/world.ts';

const config = parse(readFileSync('.m365agentsplayground.yml', 'utf8'));

const asUser = ({ teamsId, name, email, objectId, givenName, surname }: SandboxPerson) => ({
  id: teamsId,
  name,
  userPrincipleName: email,
  aadObjectId: objectId,
  givenName,
  surname,
  email,
});

it('the configuration of the Playground has the people, the team and the bot with the ids of the sandbox', () => {
  const { ana, ...others } = people;
  const [general, approvals] = team.channels;
  expect(config).toEqual({
    version: '0.1.0',
    tenantId,
    bot: { id: sandboxBot.id, name: sandboxBot.name },
    currentUser: asUser(ana),
    users: Object.values(others).map(asUser),
    personalChat: { id: expect.stringMatching(/^a:playground-/) },
    groupChat: { id: expect.stringMatching(/^19:playground-/), name: expect.any(String) },
    team: {
      id: general.id,
      name: team.name,
      aadGroupId: team.aadGroupId,
      channels: [{ id: approvals.id, name: approvals.name }],
    },
  });
  expect(config.users).toHaveLength(5);
});
