import { z } from 'zod';
import { defineSection, unknownGroups, unknownPlace } from '#policy/section.ts';
import { cloud, people, team } from '../../sandbox/world.ts';

/** A section such as a feature contributes. */
export const accessSection = defineSection(
  'access',
  z
    .strictObject({
      deadlineHours: z.number().int().min(1).max(720).default(48),
      rules: z
        .array(
          z.strictObject({
            place: z.string(),
            roles: z.array(z.string()).min(1),
            approvers: z.array(z.string()).min(1),
            approvals: z.enum(['one', 'two']).default('one'),
          }),
        )
        .default([]),
    })
    .prefault({}),
  (access, policy) =>
    access.rules.flatMap((rule, index) => [
      ...unknownPlace(policy, rule.place, ['rules', index, 'place']),
      ...unknownGroups(policy, rule.approvers, ['rules', index, 'approvers']),
    ]),
);

export const sections = [accessSection];

/** A whole policy without a problem; the tests break one line of it at a time. */
export const samplePolicy = `people:
  ana: { id: ${people.ana.objectId}, name: Ana Rossi }
  bo:
    id: ${people.bo.objectId}
    name: Bo Lind
  cy: { id: ${people.cy.objectId} }
groups:
  engineers: [ana, bo]
  leads: [bo]
places:
  payments:
    title: Payments Production
    scope: subscriptions/${cloud.subscriptions.production.id}
  ledger:
    scope: /subscriptions/${cloud.subscriptions.production.id}/resourceGroups/${cloud.resourceGroups.ledger}
conversations:
  approvals: { id: "${team.channels[1].id}", title: Approvals, language: en }
  alerts:
    id: "${team.channels[2].id}"
operators: alerts
guests: refuse
administrators: [leads]
access:
  deadlineHours: 24
  rules:
    - place: payments
      roles: [Reader]
      approvers: [leads, cy]
`;
