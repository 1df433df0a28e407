import { type ButtonPress, withoutRefused, withViewButton } from '#teams/cards/buttons.ts';

const execute = (verb: string, more: object = {}) => ({ type: 'Action.Execute', title: verb, verb, data: {}, ...more });
const open = ({ verb }: ButtonPress): boolean => verb.startsWith('open');

it('a button that is refused goes, with what held nothing else', () => {
  const card = {
    body: [
      { type: 'TextBlock', text: 'words' },
      { type: 'ActionSet', actions: [execute('shut')] },
      { type: 'Container', items: [{ type: 'ActionSet', actions: [execute('shut')] }] },
      {
        ...{ type: 'ColumnSet', selectAction: execute('shut') },
        columns: [
          { type: 'Column', items: [{ type: 'TextBlock', text: 'A row' }] },
          { type: 'Column', items: [{ type: 'TextBlock', text: '›' }] },
        ],
      },
    ],
    actions: [execute('open'), { type: 'Action.ShowCard', card: { body: [], actions: [execute('shut')] } }],
  };
  const { card: shown, hidden } = withoutRefused(card, open);
  expect(shown).toEqual({
    body: [
      { type: 'TextBlock', text: 'words' },
      { type: 'ColumnSet', columns: [{ type: 'Column', items: [{ type: 'TextBlock', text: 'A row' }] }] },
    ],
    actions: [execute('open')],
  });
  expect(hidden.map(({ verb }) => verb)).toEqual(['shut', 'shut', 'shut', 'shut']);
});

it('a card whose buttons are all accepted is the same card', () => {
  const card = { body: [], actions: [execute('open'), { type: 'Action.OpenUrl', url: 'https://example.com' }] };
  expect(withoutRefused(card, open).card).toBe(card);
});

it('a button that opens a dialog is known by the verb among its data', () => {
  const dialog = { type: 'Action.Submit', data: { msteams: { type: 'task/fetch' }, verb: 'shut', card: 'c' } };
  expect(withoutRefused({ actions: [dialog] }, open).hidden).toEqual([{ verb: 'shut', data: { card: 'c' } }]);
});

it.each([
  ['goes where no button is left to send it', 'shut', []],
  ['stays where one is', 'open', [{ type: 'Input.Text', id: 'a' }]],
])('a field %s', (_what, verb, left) => {
  const card = { body: [{ type: 'Input.Text', id: 'a' }], actions: [execute(verb), execute('shut')] };
  expect(withoutRefused(card, open).card['body']).toEqual(left);
});

it('the first buttons of a menu stand on the card where no other button is left', () => {
  const menu = ['open1', 'open2', 'open3', 'open4'].map((verb) => execute(verb, { mode: 'secondary' }));
  const { card } = withoutRefused({ actions: [execute('shut', { mode: 'primary' }), ...menu] }, open);
  expect((card['actions'] as { mode: string }[]).map(({ mode }) => mode)).toEqual([
    ...['primary', 'primary', 'primary', 'secondary'],
  ]);
});

it.each([
  ['on the card, before its menu', 2, [1, 2, 'More', 3]],
  ['in the menu, where three stand on the card', 3, [1, 2, 3, 'More']],
])('the button for one’s own view stands %s', (_what, visible, order) => {
  const actions = [1, 2, 3].map((title) => ({ title, mode: title <= visible ? 'primary' : 'secondary' }));
  const { actions: placed } = withViewButton({ actions }, 'More', { of: 'x:1', face: 'card' });
  expect((placed as { title: unknown }[]).map(({ title }) => title)).toEqual(order);
});
