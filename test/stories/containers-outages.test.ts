import { createContainerStory, IMAGE } from '../support/container-story.ts';
import { wordsOf } from '../support/steward.ts';
import { answerOf, shown } from '../support/story.ts';
import { steward } from '../support/story-steward.ts';

const s = steward();

const cardOf = s.cardSoon;
const { asks, fillIn, sent } = createContainerStory(s);

it('more than the vendor has for one group: not deployed, with what to ask for instead', async () => {
  const last = await fillIn('bo', `cg-huge image ${IMAGE} on gateway because we try`, {}, { cpu: '8' }, {});
  const asked = await s.sendRequest('bo', last);
  const card = wordsOf(await cardOf(asked, 'ServiceUnavailable', asked.where));
  expect(card).toContain(shown('containers.deploy.state.failed'));
  expect(card).toContain("Resource requested: '8' CPU");
  expect(card).toContain('Choose less CPU or memory');
  expect(sent()).toHaveLength(1);
});

it('a deployment that fails at the vendor shows the event with the reason', async () => {
  s.vendor.faults.set({ kind: 'provisioning', state: 'Failed' });
  const asked = await asks('bo', `cg-broken image ${IMAGE} on gateway because we try`);
  const card = await cardOf(asked, shown('containers.deploy.state.failed'), asked.where);
  expect(wordsOf(card)).toContain('Failed to pull image');
  expect(answerOf(await s.press('bo', card, 'containers.now'))).toContain('ImagePullBackOff');
});
