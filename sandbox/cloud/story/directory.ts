import { cloud, people } from '../../world.ts';
import { identities } from '../identities.ts';

export interface Principal {
  readonly id: string;
  readonly name: string;
  readonly type: 'User' | 'Group' | 'ServicePrincipal';
  readonly email?: string;
}

/** The directory: its principals and the members of its groups. */
export interface Directory {
  /** @returns undefined for an unknown id, unless any principal is accepted. */
  find(objectId: string): Principal | undefined;
  /** Ids of the groups that this principal is a member of. */
  groupsOf(objectId: string): readonly string[];
}

const colleague = (id: string, name: string): Principal => ({
  id,
  name,
  type: 'User',
  email: `${name.toLowerCase().replace(' ', '.')}@northwind.example`,
});

/** Principals beside the six people of the team: other engineers, deployment programs and groups. */
export const others = {
  gwen: colleague('71c0a5d2-0b6e-4f19-93a8-2d4c6e8f0a11', 'Gwen Adler'),
  hugo: colleague('71c0a5d2-0b6e-4f19-93a8-2d4c6e8f0a12', 'Hugo Baptiste'),
  ines: colleague('71c0a5d2-0b6e-4f19-93a8-2d4c6e8f0a13', 'Ines Calder'),
  jonas: colleague('71c0a5d2-0b6e-4f19-93a8-2d4c6e8f0a14', 'Jonas Dahl'),
  kira: colleague('71c0a5d2-0b6e-4f19-93a8-2d4c6e8f0a15', 'Kira Engel'),
  luc: colleague('71c0a5d2-0b6e-4f19-93a8-2d4c6e8f0a16', 'Luc Ferrand'),
  mina: colleague('71c0a5d2-0b6e-4f19-93a8-2d4c6e8f0a17', 'Mina Gupta'),
  noor: colleague('71c0a5d2-0b6e-4f19-93a8-2d4c6e8f0a18', 'Noor Haddad'),
  ledgerDeploy: { id: '8a2e4c60-17d3-4b95-b0f1-5c7d9e1f3b21', name: 'ledger-deploy', type: 'ServicePrincipal' },
  gatewayDeploy: { id: '8a2e4c60-17d3-4b95-b0f1-5c7d9e1f3b22', name: 'gateway-deploy', type: 'ServicePrincipal' },
  reconciliation: {
    id: '8a2e4c60-17d3-4b95-b0f1-5c7d9e1f3b23',
    name: 'nightly-reconciliation',
    type: 'ServicePrincipal',
  },
  steward: { ...cloud.botPrincipal, type: 'ServicePrincipal' },
  stewardReader: { id: identities[1].principalId, name: 'steward-bot-reader', type: 'ServicePrincipal' },
  paymentsTeam: { id: cloud.groups.paymentsTeam.id, name: cloud.groups.paymentsTeam.name, type: 'Group' },
  platformTeam: { id: '9c8b7a60-5d4e-4f3a-8b2c-1d0e9f8a7b61', name: 'Platform engineers', type: 'Group' },
  responders: { id: '9c8b7a60-5d4e-4f3a-8b2c-1d0e9f8a7b62', name: 'Incident responders', type: 'Group' },
  automation: { id: '9c8b7a60-5d4e-4f3a-8b2c-1d0e9f8a7b63', name: 'Automation identities', type: 'Group' },
} as const satisfies Record<string, Principal>;

const members: Readonly<Record<string, readonly string[]>> = {
  [others.paymentsTeam.id]: cloud.groups.paymentsTeam.members.map((key) => people[key].objectId),
  [others.platformTeam.id]: [people.bo.objectId, others.hugo.id, others.kira.id],
  [others.responders.id]: [people.cy.objectId, others.gwen.id, others.noor.id],
  [others.automation.id]: [others.steward.id, others.ledgerDeploy.id, others.gatewayDeploy.id],
};

/** A group of groups: three pages of people, a guest and a program among them. */
export const engineers: Principal = {
  id: '9c8b7a60-5d4e-4f3a-8b2c-1d0e9f8a7b64',
  name: 'All engineers',
  type: 'Group',
};

/** The direct members of every group, as Microsoft Graph has them; the management API knows of no groups in groups. */
export const nested: Readonly<Record<string, readonly string[]>> = {
  ...members,
  [engineers.id]: [
    ...[others.paymentsTeam.id, others.platformTeam.id, others.responders.id, others.automation.id],
    ...[people.ed.objectId, others.ines.id, others.jonas.id, others.luc.id, others.mina.id],
  ],
};

/** @param anyPrincipal accepts an unknown object id as a user without a name. */
export const createDirectory = (anyPrincipal: boolean): Directory => {
  const chat = Object.values(people).map(
    (person): Principal => ({ id: person.objectId, name: person.name, type: 'User', email: person.email }),
  );
  const known = new Map([...chat, ...Object.values(others)].map((principal) => [principal.id, principal]));
  return {
    find: (objectId) => {
      const id = objectId.toLowerCase();
      return known.get(id) ?? (anyPrincipal ? { id, name: 'Unknown', type: 'User' } : undefined);
    },
    groupsOf: (objectId) =>
      Object.entries(members)
        .filter(([, ids]) => ids.includes(objectId.toLowerCase()))
        .map(([group]) => group),
  };
};
