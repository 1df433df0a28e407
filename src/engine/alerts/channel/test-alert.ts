import type { Renderer } from '#engine/outbox/renderer.ts';
import { NO_TEXT } from '#platform/lib/text.ts';
import type { AlertsContext } from '../context.ts';
import { alertCard, contentView } from './alert-card.ts';

/** Subject kind of the outbox: a made-up incident; its id is `<source> <anything>`. */
const TEST = 'alertTest';

export const postTestAlert = async (
  context: AlertsContext,
  conversation: string,
  source: string,
  language: string,
): Promise<void> => {
  await context.outbox.deliver(context.database.db, {
    subject: `${TEST}:${source} ${context.ids.opaque()}`,
    variant: 'card',
    to: { conversation },
    language,
    version: 1,
  });
};

export const testAlertRenderer = (context: AlertsContext): Renderer => ({
  kind: TEST,
  once: true,
  async render(id, _face, words) {
    const source = context.source(id.split(' ')[0] ?? '');
    if (!source) return undefined;
    const item = source.sample(context.clock.now());
    const content = source.content(item, words);
    const view = {
      ...contentView(content, source.signal(item)),
      overline: words.markdown('alerts.test.overline'),
      who: NO_TEXT,
      people: [],
      buttons: [],
      windows: [],
      extras: [],
    };
    return { version: 1, card: alertCard.render(view), summary: content.summary };
  },
});
