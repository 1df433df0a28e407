import { readPolicy } from '#policy/file/read-policy.ts';
import type { Policy } from '#policy/policy.ts';
import { cloud, people, team, tenantId } from '../../sandbox/world.ts';
import { accessSection, samplePolicy, sections } from './sample-policy.ts';

const read = (text: string): Policy => {
  const reading = readPolicy(text, sections, tenantId);
  if (!reading.ok) throw new Error(reading.problems.map(({ message }) => message).join('\n'));
  return reading.policy;
};

const policy = read(samplePolicy);
const spellings = (words: string): string[] => [
  words,
  words.toUpperCase(),
  words.toLowerCase(),
  words.replaceAll(' ', '-'),
  ` ${words.replaceAll(' ', ', ')}!`,
];

describe('names', () => {
  test.each(policy.places.flatMap(({ key, title }) => [key, title].flatMap(spellings).map((words) => [words, key])))(
    'the words "%s" find the place %s',
    (words, key) => {
      expect(policy.findPlace(words)?.key).toBe(key);
    },
  );

  test('unknown words find no place', () => {
    expect(policy.findPlace('payment')).toBeUndefined();
  });

  test.each(policy.people.flatMap(({ objectId, key }) => [objectId, objectId.toUpperCase()].map((id) => [id, key])))(
    'the object id %s is %s',
    (id, key) => {
      expect(policy.personByObjectId(id)?.key).toBe(key);
    },
  );

  test.each(
    policy.conversations.flatMap(({ id, key }) => [id, `${id};messageid=1700000000000`].map((full) => [full, key])),
  )('the conversation id %s is %s', (id, key) => {
    expect(policy.conversationById(id)?.key).toBe(key);
  });
});

describe('groups', () => {
  test('a person is in a group exactly when the group lists them', () => {
    const byPerson = policy.people.map(({ objectId }) =>
      policy.groups.filter((group) => policy.isIn(objectId, [group])),
    );
    const byGroup = policy.people.map((person) =>
      policy.groups.filter((group) => policy.membersOf(group).includes(person)),
    );
    expect(byPerson).toEqual(byGroup);
  });

  test('the groups of a person are the groups that list them', () => {
    expect(policy.groupsOf(people.bo.objectId)).toEqual(['engineers', 'leads']);
  });

  test('a person’s key in a list of groups stands for that person', () => {
    expect(policy.isIn(people.cy.objectId, ['leads', 'cy'])).toBe(true);
  });

  test('the only member of a person’s key is that person', () => {
    expect(policy.membersOf('cy').map(({ key }) => key)).toEqual(['cy']);
  });

  test.each(['', 'leads', people.fi.objectId])('the unknown id "%s" is in no group', (id) => {
    expect(policy.isIn(id, [...policy.groups, ...policy.people.map(({ key }) => key)])).toBe(false);
  });
});

describe('a policy without optional keys', () => {
  const bare = read('people: {}\n');

  test('guests are refused', () => {
    expect(bare.guests).toBe('refuse');
  });

  test('nobody is an administrator', () => {
    expect(bare.administrators).toEqual([]);
  });

  test('there is no operators’ conversation', () => {
    expect(bare.operators).toBeUndefined();
  });

  test('a section has its defaults', () => {
    expect(bare.section(accessSection)).toEqual({ deadlineHours: 48, rules: [] });
  });

  test('a conversation without a title has its key as title', () => {
    expect(policy.conversation('alerts')).toEqual({
      key: 'alerts',
      id: team.channels[2].id,
      title: 'alerts',
      language: 'en',
    });
  });
});

test('a place has its scope', () => {
  expect(policy.place('ledger')?.scope).toEqual({
    kind: 'resourceGroup',
    subscriptionId: cloud.subscriptions.production.id,
    resourceGroup: cloud.resourceGroups.ledger,
  });
});

test('a section has the value that was read', () => {
  expect(policy.section(accessSection).deadlineHours).toBe(24);
});

test('a section that the policy was read without throws', () => {
  const reading = readPolicy('people: {}\n', [], tenantId);
  expect(() => reading.ok && reading.policy.section(accessSection)).toThrow('access');
});

test('an alias has the value of its anchor', () => {
  const text = samplePolicy.replace('[ana, bo]', '&both [ana, bo]').replace('leads: [bo]', 'leads: *both');
  expect(
    read(text)
      .membersOf('leads')
      .map(({ key }) => key),
  ).toEqual(['ana', 'bo']);
});

test('Windows line ends give the same policy', () => {
  expect(read(samplePolicy.replaceAll('\n', '\r\n')).people).toEqual(policy.people);
});
