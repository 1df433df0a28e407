import type { Activity } from 'botbuilder';
import { StewardAdapter } from '#bot/adapter.ts';
import type { SendOptions } from '#teams/connector/connector.ts';
import { createFakeConnector } from '../support/fake-connector.ts';

const DECIDED = '19:approvals@thread.tacv2';

it.each([
  ['where requests are decided an answer goes after what is critical', `${DECIDED};messageid=1`, 'normal'],
  ['elsewhere an answer goes before what nobody asked for', '19:general@thread.tacv2', 'critical'],
])('%s', async (_what, id, priority) => {
  const fake = createFakeConnector();
  const sent: (SendOptions | undefined)[] = [];
  const send: typeof fake.send = (to, activity, options) => {
    sent.push(options);
    return fake.send(to, activity, options);
  };
  const adapter = new StewardAdapter({ ...fake, send }, (conversation) => conversation.startsWith(DECIDED));
  const activity = { type: 'message', serviceUrl: 'https://teams.example/', conversation: { id } };
  await adapter.process(activity as Partial<Activity>, async (context) => {
    await context.sendActivity('an answer');
  });
  expect(sent).toMatchObject([{ priority, deadlineMs: 10_000 }]);
});
