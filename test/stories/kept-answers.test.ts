import { openExistingDatabase } from '../../src/storage/database.ts';
import '../../src/bot/turn/idempotency.ts';
import { buttonsOf } from '../support/card-view.ts';
import { type Steward, startSteward } from '../support/steward.ts';
import { answerOf, ask, press } from '../support/story.ts';

let s: Steward;
beforeAll(async () => {
  s = await startSteward();
});
afterAll(() => s.end());

const keptAnswers = async (activityId: string): Promise<number> => {
  const store = openExistingDatabase(s.databaseUrl);
  const rows = await store.db.selectFrom('seen_activities').selectAll().execute();
  await store.close();
  return rows.filter(({ key, answer_json }) => key.includes(activityId) && answer_json !== null).length;
};

it('what only shows how things stand is shown again when the press comes again, and kept nowhere', async () => {
  const list = await ask(s, 'ana', 'health payments');
  const twice = { activityId: 'f:details-twice' };
  const first = answerOf(await press(s, 'ana', list, 'health.details', {}, twice));
  const { data = {} } = buttonsOf(list).find(({ verb }) => verb === 'health.details') ?? {};
  const again = answerOf(await s.teams.act('ana', list.id, 'health.details', data, twice));
  expect(again).toBe(first);
  expect(await keptAnswers(twice.activityId)).toBe(0);
});

it('the answer to what does something is kept, and given again', async () => {
  const list = await ask(s, 'bo', 'watch health on payments');
  const twice = { activityId: 'f:test-twice' };
  await press(s, 'bo', list, 'watch.test', {}, twice);
  expect(await keptAnswers(twice.activityId)).toBe(1);
});
