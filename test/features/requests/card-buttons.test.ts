import { createRegistry } from '#bot/commands/registry.ts';
import type { Change } from '#engine/changes/change.ts';
import type { CardButton } from '#engine/outbox/card-button.ts';
import type { Services } from '#features/feature.ts';
import { pressCardButton } from '#features/requests/chat/actions.ts';
import { changeTexts } from '#features/requests/chat/translatable.ts';
import { turnOf } from '../../support/turn.ts';

const change = { id: 'c1', ref: 'R-1' } as Change;
const HERE = '19:approvals@thread.tacv2';
const offer: CardButton = {
  name: 'translate',
  title: 'translation.button.offer',
  form: 'some.form',
  answers: ({ subject, texts }) => (texts.length > 0 ? { subjectOf: subject } : undefined),
};

/** A change whose card is in a channel, as the engine returns it. */
const servicesWith = (more: { sees?: boolean; texts?: string[] } = {}): Services =>
  ({
    changes: {
      find: async (id: string) => (id === 'c1' ? change : undefined),
      maySee: () => more.sees ?? false,
      describe: async () => ({ summary: 'Reader on Payments' }),
      subjectOf: async () => ({ subject: 'change:c1', texts: more.texts ?? ['erste Zeile\nzweite Zeile', 'nein'] }),
      cardButtons: [offer],
    },
    outbox: { copies: async () => [{ variant: 'approvers', conversationId: `${HERE};messageid=1`, activityId: '2' }] },
    policy: { current: () => ({}) },
  }) as unknown as Services;

const inChannel = turnOf({ where: { conversationId: `${HERE};messageid=9`, kind: 'channel' } });
const elsewhere = turnOf({ where: { conversationId: '19:other@thread.tacv2', kind: 'channel' } });

describe('the texts of a request', () => {
  it('the texts of a request are its title, its reason and the reasons of its decisions, a paragraph each', async () => {
    expect(await changeTexts.texts('c1', inChannel, servicesWith())).toEqual([
      'Reader on Payments',
      'erste Zeile',
      'zweite Zeile',
      'nein',
    ]);
  });

  it('the texts of a request are for people who may see it, in any conversation', async () => {
    expect(await changeTexts.texts('c1', elsewhere, servicesWith({ sees: true }))).toHaveLength(4);
  });

  it.each([
    ['its id was carried elsewhere', 'c1', elsewhere],
    ['it is none', 'c2', inChannel],
  ])('the texts of a request are unavailable where %s', async (_what, id, turn) => {
    expect(await changeTexts.texts(id, turn, servicesWith())).toBeUndefined();
  });
});

describe('a button of another feature on a request', () => {
  const press = (turn = inChannel, more: object = {}, services = servicesWith()) =>
    pressCardButton.handle(turn, { change: 'c1', offer: 'translate', ...more }, services);

  it('a button of another feature on a request opens its form with the request’s name, and none of its texts', async () => {
    expect(await press()).toEqual({
      kind: 'form',
      form: 'some.form',
      answers: { subjectOf: 'change:c1' },
      review: true,
    });
  });

  it.each([
    ['an unknown button', { offer: 'other' }, servicesWith()],
    ['a request without texts', {}, servicesWith({ texts: [] })],
  ])('%s: nothing happens', async (_what, more, services) => {
    expect(await press(inChannel, more, services)).toMatchObject({ text: 'requests.noOffer' });
  });

  it('a button of another feature on a request is refused to people who know only its id', async () => {
    expect(await press(elsewhere)).toMatchObject({ text: 'changes.refused.unknown' });
  });
});

it('two features cannot both provide the texts of one kind of card', () => {
  const entries = { commands: [], actions: [], messageActions: [], forms: [] };
  expect(() => createRegistry({ ...entries, translatables: [changeTexts, changeTexts] })).toThrow(
    'two features use the name "change"',
  );
  const { translatable } = createRegistry({ ...entries, translatables: [changeTexts] });
  expect([translatable('change'), translatable('alert')]).toEqual([changeTexts, undefined]);
});
