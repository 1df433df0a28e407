import type { Renderer } from '../../outbox/renderer.ts';
import type { AlertsCore } from '../core.ts';
import { alertCard, showing } from './alert-card.ts';

/** A made-up incident, to see where it would stand and how: its id is `<source> <anything>`. */
const TEST = 'alertTest';

export const postTest = async (
  core: AlertsCore,
  conversation: string,
  source: string,
  language: string,
): Promise<void> => {
  await core.outbox.deliver(core.database.db, {
    subject: `${TEST}:${source} ${core.ids.opaque()}`,
    face: 'card',
    to: { conversation },
    language,
    version: 1,
  });
};

export const testRenderer = (core: AlertsCore): Renderer => ({
  kind: TEST,
  once: true,
  async render(id, _face, words) {
    const source = core.source(id.split(' ')[0] ?? '');
    if (!source) return undefined;
    const face = source.face(source.sample(core.clock.now()), words);
    const view = {
      ...showing(face),
      overline: words.markdown('alerts.test.overline'),
      people: [],
      buttons: [],
      extras: [],
      windows: [],
      asks: [],
    };
    return { version: 1, card: alertCard.render(view), summary: face.summary };
  },
});
