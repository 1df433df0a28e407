import { ActivityHandler, CloudAdapter, ConfigurationBotFrameworkAuthentication } from 'botbuilder';
import { createServer, plugins } from 'restify';
import { answerUsage } from '../usage.ts';

/** The yardstick: botbuilder's own echo bot on restify as its samples have it, without an app id and so without a check. */
class EchoBot extends ActivityHandler {
  constructor() {
    super();
    this.onMessage(async (context, next) => {
      await context.sendActivity(`Echo: ${context.activity.text}`);
      await next();
    });
  }
}

const adapter = new CloudAdapter(new ConfigurationBotFrameworkAuthentication({}));
const bot = new EchoBot();
const server = createServer();
server.use(plugins.bodyParser());
server.post('/api/messages', async (request, response) => {
  // restify says that a method may be missing; botbuilder wants to be told one.
  const asked = Object.assign(request, { method: request.method ?? 'POST' });
  await adapter.process(asked, response, (context) => bot.run(context));
});

answerUsage();
server.listen(0, '127.0.0.1', () => process.send?.({ port: server.address().port }));
