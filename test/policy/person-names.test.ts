import { peopleNamesIn, personNamed } from '#features/person-named.ts';
import { readPolicy } from '#policy/file/read-policy.ts';
import { readBaseEntries } from '#policy/model/base-entries.ts';
import { lookalikeKey, nameWithId } from '#policy/model/person-names.ts';
import { createPolicyBase } from '#policy/model/policy-base.ts';
import type { Policy } from '#policy/policy.ts';

const id = (last: string): string => `a1a7c0de-1111-4a11-8a11-0a0a0a0a${last}`;
const read = (...people: string[]) => {
  const reading = readPolicy(`people:\n  ${people.join('\n  ')}\n`, [], undefined);
  if (!reading.ok) throw new Error(reading.problems.map(({ message }) => message).join('\n'));
  return reading.policy;
};
const policy = read(
  `ana: { id: ${id('0a01')}, name: Ana Rossi }`,
  `cy: { id: ${id('0c03')}, name: Cy Okafor }`,
  `cy2: { id: ${id('0c04')}, name: СУ OKAFOR }`,
  `fi: { id: ${id('0f06')} }`,
);

describe('the name of a person', () => {
  it('is the name in the policy, whatever name the activity has', () => {
    expect(policy.nameOf(id('0a01').toUpperCase(), 'Bo Lind')).toBe('Ana Rossi');
  });

  it('is their key where the policy has no name', () => {
    expect(policy.nameOf(id('0f06'), 'Ana Rossi')).toBe('fi');
  });

  it('ends with part of the object id where two people’s names read alike', () => {
    expect(policy.nameOf(id('0c03'), '')).toBe('Cy Okafor (…0c03)');
    expect(policy.nameOf(id('0c04'), '')).toBe('СУ OKAFOR (…0c04)');
    expect(policy.membersOf('cy').map(({ name }) => name)).toEqual(['Cy Okafor (…0c03)']);
  });

  it('ends with part of the object id where the policy does not know the person', () => {
    expect(policy.nameOf(id('0d05'), 'Cy Okafor')).toBe('Cy Okafor (…0d05)');
    expect(nameWithId('', '')).toBe('? (…?)');
  });

  it('of a person unknown to the policy is on one line and shortened, so that the end of the id shows', () => {
    expect(policy.nameOf(id('0d05'), `Cy\n\u202e\u200d${'x'.repeat(500)}`)).toMatch(/^Cy x{76}… \(…0d05\)$/);
  });
});

it.each([
  ['Bo Lind', 'bo  lind'],
  ['Bo Lind', 'Во Lіnd'],
  ['Bo Lind', 'Bо\u00ad Li\u200dnd'],
  ['Bo Lind', 'Ｂｏ Ｌｉｎｄ'],
  ['Bo Lind', 'Bø Lind'.replace('ø', 'ö')],
  ['Bo Lind', 'B0 L1nd'],
  ['Ana Rossi', 'Аnа Rоssі'],
])('“%s” reads like “%s”', (one, other) => {
  expect(lookalikeKey(other)).toBe(lookalikeKey(one));
});

it.each([
  ['Bo Lind', 'Bo Lund'],
  ['Ana', 'Anna'],
  ['山田', '山本'],
])('“%s” does not read like “%s”', (one, other) => {
  expect(lookalikeKey(other)).not.toBe(lookalikeKey(one));
});

describe('people found by name, key or object id', () => {
  it.each([
    ['ana rossi', ['ana']],
    ['@Ana  Rossi', ['ana']],
    ['ana', ['ana']],
    [id('0a01').toUpperCase(), ['ana']],
    ['Cy Okafor', ['cy']],
    ['Cy Okafor (…0c03)', ['cy']],
    ['nobody', []],
  ])('“%s” finds %j', (words, keys) => {
    expect(policy.findPeople(words).map(({ key }) => key)).toEqual(keys);
  });

  it('a name of two people finds both', () => {
    const twins = read(`a1: { id: ${id('0a01')}, name: Ana Rossi }`, `a2: { id: ${id('0a02')}, name: Ana Rossi }`);
    expect(twins.findPeople('ana rossi').map(({ key }) => key)).toEqual(['a1', 'a2']);
    expect(twins.findPeople('Ana Rossi (…0a02)').map(({ key }) => key)).toEqual(['a2']);
  });
});

describe('people whom only a group of the directory names', () => {
  const [ana, bo, stranger, other] = ['0a01', '0b02', '0e05', '0e06'].map(id) as [string, string, string, string];

  /** Ana and Bo of the file beside two strangers, of whom one has chosen this name in the directory. */
  const beside = (name: string, otherName = 'Gwen Adler') => {
    const { entries } = readBaseEntries(
      {
        people: { ana: { id: ana, name: 'Ana Rossi' }, bo: { id: bo } },
        groups: { staff: ['ana', 'bo'], security: { entra: id('0999') } },
      },
      undefined,
    );
    return createPolicyBase(entries, () => [
      { objectId: stranger, name, account: 'stranger@northwind.example' },
      { objectId: other, name: otherName, account: 'other@northwind.example' },
      { objectId: bo, name: 'Bo Lind' },
    ]);
  };

  it.each([
    ['ana', 'ana', [ana]],
    ['B.O.', 'bo', [bo]],
    ['Ana Rossi', 'Ana Rossi', [ana]],
    ['Ana Rossi (…0a01)', 'Ana Rossi (…0a01)', [ana]],
    [ana, ana, [ana]],
    ['other@northwind.example', 'other@northwind.example', [other]],
    ['me', 'me', []],
    ['Everyone', 'everyone', []],
    [id('0777'), id('0777'), []],
    ['Di Haas', 'di haas', [stranger]],
  ])('called “%s” take no name from others: “%s” finds %j', (chosen, typed, found) => {
    expect(
      beside(chosen)
        .findPeople(typed)
        .map(({ objectId }) => objectId),
    ).toEqual(found);
  });

  it.each([
    ['ana', 'ana (…0e05)'],
    ['Ana Rossi (…0a01)', 'Ana Rossi (…0a01) (…0e05)'],
    ['Di Haas', 'Di Haas'],
  ])('called “%s” are shown as “%s”', (chosen, shown) => {
    expect(beside(chosen).nameOf(stranger, '')).toBe(shown);
  });

  it('of the same name as others are asked about, with the ends of their ids', () => {
    expect(() => personNamed(beside('Gwen Adler') as Policy, 'gwen adler')).toThrow(
      expect.objectContaining({
        values: expect.objectContaining({ keys: expect.stringMatching(/^stranger@.* \(…0e05\), other@.* \(…0e06\)$/) }),
      }),
    );
  });

  it('called like a list of others do not take the place of those', () => {
    expect(peopleNamesIn(beside('ana and bo') as Policy, 'ana and bo')).toEqual(['ana', 'bo']);
    expect(peopleNamesIn(beside('Rock and Roll') as Policy, 'Rock and Roll')).toEqual(['Rock and Roll']);
  });
});
