import { people, type SandboxPerson, sandboxBot, team, tenantId } from '../../world.ts';

/** A person by the Playground's names for the fields, with its own spelling. */
const asUser = ({ teamsId, name, email, objectId, givenName, surname }: SandboxPerson) => ({
  id: teamsId,
  name,
  userPrincipleName: email,
  aadObjectId: objectId,
  givenName,
  surname,
  email,
});

/** The Playground's configuration with this person as its user: the sandbox's people, team and bot. It wants exactly five other people. */
export const playgroundConfiguration = (user: SandboxPerson) => {
  const [general, ...channels] = team.channels;
  return {
    version: '0.1.0',
    tenantId,
    bot: { id: sandboxBot.id, name: sandboxBot.name },
    currentUser: asUser(user),
    users: Object.values(people)
      .filter(({ key }) => key !== user.key)
      .map(asUser),
    personalChat: { id: 'a:playground-personal' },
    groupChat: { id: '19:playground-group@thread.v2', name: 'Payments chat' },
    team: {
      id: general.id,
      name: team.name,
      aadGroupId: team.aadGroupId,
      channels: channels.filter(({ key }) => key === 'approvals').map(({ id, name }) => ({ id, name })),
    },
  };
};
