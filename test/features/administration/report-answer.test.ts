import { delivered, type Turn } from '#bot/turn/turn.ts';
import { reportAnswer } from '#features/administration/chat/freeze-forms.ts';
import type { Services } from '#features/feature.ts';
import { loadTexts } from '#platform/texts/texts.ts';

const drawn = { card: {}, version: 1 };
const services = { outbox: { render: async () => drawn } } as unknown as Services;
const turn = { words: loadTexts().for('en'), who: { objectId: 'a' } } as Turn;

it('a freeze that was sent by typing gets no second card: the outbox posts its report', async () => {
  expect(await reportAnswer(turn, services, 'freeze:1')).toBe(delivered);
});

it('a freeze that was sent by its button gets the report in the place of the form', async () => {
  const pressed = { ...turn, pressed: { activityId: '1' } } as Turn;
  expect(await reportAnswer(pressed, services, 'freeze:1')).not.toBe(delivered);
});
