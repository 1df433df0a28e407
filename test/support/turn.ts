import type { Turn } from '#bot/turn/turn.ts';
import { loadTexts } from '#platform/texts/texts.ts';

const texts = loadTexts();

/** A turn as handlers get it: Ana in her own chat, unless said otherwise. */
export const turnOf = (more: Partial<Turn> = {}): Turn => ({
  who: { objectId: 'ana', tenantId: 'tenant', name: 'Ana Rossi', teamsId: '29:ana' },
  where: { conversationId: 'a:ana', kind: 'personal' },
  text: '',
  typed: { kind: 'text', content: more.text ?? '' },
  source: 'a:ana 1',
  answerBy: Number.MAX_SAFE_INTEGER,
  correlation: 'correlation-1',
  words: texts.for('en'),
  zone: 'UTC',
  ...more,
});
