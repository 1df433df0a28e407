import { others } from '../../sandbox/cloud/story/directory.ts';
import { people } from '../../sandbox/world.ts';
import { answerOf } from '../support/story.ts';
import { steward } from '../support/story-steward.ts';

const s = steward();

const group = others.responders.id;

const inDirectory = async (body: unknown): Promise<void> => {
  const answer = await fetch(`${s.vendor.url}/__sandbox/directory`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(answer.status).toBe(200);
};
const move = (how: 'join' | 'leave', member: string) => inDirectory({ [how]: { group, member } });

/** The cards show the last read; the press itself reads. */
const pressWhateverIsOffered = async (asked: Parameters<typeof s.cardOf>[0]): Promise<string> =>
  answerOf(await s.pressUnoffered('cy', await s.cardOf(asked), 'change.approve'));

/** Each story begins with everybody in the group. */
const useGroup = async () => {
  await move('join', people.cy.objectId);
  await s.replaceInPolicy('security: [cy]', `security: { entra: ${group} }`);
};

it('a policy without a group of the directory never asks Microsoft Graph', async () => {
  const asked = await s.requestRole('ana', 'contributor on staging for 5 days because nothing changes');
  expect(await s.pressApprove('cy', asked)).toContain('being granted');
  expect(s.vendor.faults.seen().filter(({ path }) => path.startsWith('/v1.0/'))).toEqual([]);
});

it('the card names the members of a group of the directory, with the names that they have there', async () => {
  await useGroup();
  const asked = await s.requestRole('ana', 'reader on payments for 5 days because groups decide');
  await s.cardOf(asked, 'Gwen Adler');
  expect(await s.pressApprove('cy', asked)).toContain('being granted');
  await s.cardOf(asked, 'Eligible until');
});

it('an approver who left the group between the card and the press is refused', async () => {
  await useGroup();
  const asked = await s.requestRole('ana', 'reader on staging for 5 days because Cy moves on');
  await s.cardOf(asked, 'Cy Okafor');
  await move('leave', people.cy.objectId);
  expect(await s.pressApprove('cy', asked)).toBe('Only Bo Lind, Gwen Adler or Noor Haddad can decide this.');
  expect(s.sentRequests()).toHaveLength(0);
  await move('join', people.cy.objectId);
  expect(await pressWhateverIsOffered(asked)).toContain('being granted');
});
