import type { FirstCommand, Services } from '#features/feature.ts';
import { factsOfPerson, factsOfPlace } from '#features/help/cards/facts-card.ts';
import { commandCard } from '#features/help/cards/help-card.ts';
import {
  areasOf,
  argumentsOf,
  findCommand,
  findTopic,
  listedCommands,
  offeredCommands,
} from '#features/help/topics.ts';
import { welcomeView } from '#features/help/welcome.ts';
import { features } from '#features/index.ts';
import { loadTexts } from '#platform/texts/texts.ts';
import { people, team } from '../../../sandbox/world.ts';
import cases from '../../fixtures/help/topics.json' with { type: 'json' };
import { policyWith } from '../../support/shipped-policy.ts';

const words = loadTexts().for('en');
const policy = policyWith();
const commands = features.flatMap((feature) => feature.commands ?? []);
const servicesWith = (...missing: readonly string[]) =>
  ({
    registry: () => ({ commands }),
    isSetUp: (what: string) => !missing.includes(what),
    policy: { current: () => policy },
  }) as unknown as Services;

it.each(cases.topics)('“help $text” means the area $name', ({ text, name }) => {
  expect(findTopic(areasOf(commands), text, words)?.name ?? null).toBe(name);
});

it.each(cases.commands)('“help $text” means the command $name', ({ text, name }) => {
  expect(findCommand(commands, text)?.name ?? null).toBe(name);
});

it.each(cases.arguments)('help shows the arguments of $name as they are typed: $has', ({ name, has }) => {
  const found = findCommand(commands, name);
  expect(found && argumentsOf(found)).toEqual(expect.arrayContaining(has));
});

it('the card of a command has its full example and its other names', () => {
  const found = findCommand(commands, 'deploy container');
  const card = found ? JSON.stringify(commandCard(found, words)) : '';
  expect(card).toContain('image registry.northwind.example');
  expect(card).toContain('deploy container group · deploy containers');
});

it.each([
  ['bo', true],
  ['cy', false],
] as const)('commands of administrators are listed for %s: %s', (who, is) => {
  const names = listedCommands(servicesWith(), people[who].objectId).map(({ name }) => name);
  expect([names.includes('freeze'), names.includes('my access')]).toEqual([is, true]);
});

it('commands of a service that is not set up are not offered, and still explained by name', () => {
  const needing = commands.find(({ needs }) => needs !== undefined);
  const services = servicesWith(needing?.needs ?? '');
  const namesIn = (all: readonly { readonly name: string }[]) => all.map(({ name }) => name);
  expect(namesIn(offeredCommands(servicesWith(), people.ana.objectId))).toContain(needing?.name);
  expect(namesIn(offeredCommands(services, people.ana.objectId))).not.toContain(needing?.name);
  expect(findCommand(listedCommands(services, people.ana.objectId), needing?.name ?? '')).toBe(needing);
});

it.each(cases.welcomes)(
  'a welcome in a $kind for whom $own concerns offers $buttons',
  ({ kind, own, buttons, roles }) => {
    const first = own.map((button): FirstCommand => ({ button: button as FirstCommand['button'], name: button }));
    const view = welcomeView({ kind: kind as 'personal', wholeTeam: false }, first, words);
    const titles = buttons.map((button) => words.plain(`help.welcome.button.${button as FirstCommand['button']}`));
    expect(view.buttons.map(({ title }) => title)).toEqual(titles);
    expect(view.buttons.map(({ tone }) => tone)).toEqual(
      buttons.map((_none, index) => (index === 0 ? 'positive' : 'default')),
    );
    expect(view.points.some(({ text }) => text === words.markdown('help.welcome.roles'))).toBe(roles);
  },
);

it.each([
  ['ana', 'payments', 'known'],
  ['ed', '–', 'unknown'],
] as const)('whoami shows %s the ids, the groups %s and that the policy is %s to them', (who, groups, is) => {
  const { objectId, name } = people[who];
  const { facts, foot } = factsOfPerson(policy, { objectId, tenantId: 'tenant-1', name }, 'Europe/Berlin', words);
  const values = Object.fromEntries(facts.map(({ title, value }) => [title, value]));
  expect(values[words.plain('help.label.groups')]).toBe(groups);
  expect(Object.values(values)).toEqual(expect.arrayContaining([objectId, 'tenant-1', 'Europe/Berlin']));
  expect(foot).toBe(words.markdown(`help.whoami.${is}`));
});

it.each([
  ['a channel of the policy', team.channels[1].id, undefined, 'approvals'],
  ['a thread of it', `${team.channels[1].id};messageid=7`, undefined, 'approvals'],
  ['another conversation', '19:other@thread.tacv2', { team: 'Payments', channel: 'Other' }, '–'],
])('where am I shows %s', (_what, conversationId, names, key) => {
  const { facts } = factsOfPlace(policy, { kind: 'channel', conversationId, teamId: 'team' }, names, words);
  const values = Object.fromEntries(facts.map(({ title, value }) => [title, value]));
  expect(values[words.plain('help.label.policyName')]).toBe(key);
  expect(values[words.plain('help.label.team')]).toBe(names?.team ?? '–');
  expect(values[words.plain('help.label.thread')]).toBe(conversationId.includes(';') ? '7' : undefined);
});
