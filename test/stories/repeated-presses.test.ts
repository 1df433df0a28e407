import { steward } from '../support/story-steward.ts';
import '#bot/turn/idempotency.ts';
import { buttonsOf } from '../support/card-view.ts';
import { answerOf } from '../support/story.ts';

const s = steward();

const keptAnswers = async (activityId: string): Promise<number> => {
  const rows = await s.inStore((db) => db.selectFrom('seen_activities').selectAll().execute());
  return rows.filter(({ key, answer_json }) => key.includes(activityId) && answer_json !== null).length;
};

it('a repeated press that only shows something is answered again, without a stored answer', async () => {
  const list = await s.ask('ana', 'health payments');
  const twice = { activityId: 'f:details-twice' };
  const first = answerOf(await s.press('ana', list, 'health.details', {}, twice));
  const { data = {} } = buttonsOf(list).find(({ verb }) => verb === 'health.details') ?? {};
  const again = answerOf(await s.teams.act('ana', list.id, 'health.details', data, twice));
  expect(again).toBe(first);
  expect(await keptAnswers(twice.activityId)).toBe(0);
});

it('the answer to a press that changes something is stored', async () => {
  const list = await s.ask('bo', 'watch health on payments');
  const twice = { activityId: 'f:test-twice' };
  await s.press('bo', list, 'watch.test', {}, twice);
  expect(await keptAnswers(twice.activityId)).toBe(1);
});
