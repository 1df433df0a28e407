import { randomUUID } from 'node:crypto';
import { iso } from '#platform/lib/clock.ts';
import { cloud, people } from '../../sandbox/world.ts';
import { fieldsOf } from '../support/card-view.ts';
import { channels, wordsOf } from '../support/steward.ts';
import { PAST_MINIMUM, plain, refOf, scopes, shown, vendorAuthorization } from '../support/story.ts';
import { steward } from '../support/story-steward.ts';

const s = steward();

const condition = "@Resource[Vendor.Storage/containers:name] StringEquals 'books'";

/** Somebody gives the role in the vendor's portal, limited by a condition. */
const grantWithCondition = async (): Promise<void> => {
  const definition = `${scopes.staging}/providers/Vendor.Authorization/roleDefinitions/${cloud.roles.reader.id}`;
  const Properties = {
    RoleDefinitionId: definition,
    PrincipalId: people.di.objectId,
    RequestType: 'AdminAssign',
    ScheduleInfo: {
      StartDateTime: iso(s.clock.now()),
      Expiration: { Type: 'AfterDuration', Duration: 'P9D' },
    },
    Condition: condition,
    ConditionVersion: '2.0',
  };
  const path = `${scopes.staging}/providers/Vendor.Authorization/roleEligibilityScheduleRequests/${randomUUID()}`;
  const answer = await fetch(`${s.vendor.url}${path}?api-version=2020-10-01`, {
    method: 'PUT',
    headers: { authorization: await vendorAuthorization(s.vendor.url), 'content-type': 'application/json' },
    body: JSON.stringify({ Properties }),
  });
  expect(answer.status).toBe(201);
  s.clock.advance(PAST_MINIMUM);
};

it('a role that a condition limits is shown so, and nothing gives it back without one unsaid', async () => {
  await grantWithCondition();
  expect(await s.reply('di', 'my access')).toContain(shown('access.condition.limited'));
  expect(await s.requestRoleAnswer('di', 'reader on staging for 2 days because I read')).toContain(
    plain('access.condition.existing'),
  );

  const form = await s.ask('di', 'remove access reader on staging because the books are closed');
  expect(fieldsOf(form)).toMatchObject({ reason: 'the books are closed' });
  const sent = await s.sendForm('di', form, {});
  const removed = wordsOf(await s.cardOf({ ref: refOf(sent) }, shown('access.condition.removed'), channels.general));
  expect(removed).toContain('StringEquals');

  const asked = await s.requestRole('di', 'reader on staging for 2 days because I read again');
  const waiting = wordsOf(await s.cardOf(asked, 'Waiting for approval'));
  expect(waiting).toContain(plain('access.label.widens'));
  expect(waiting).toContain('StringEquals');
});
