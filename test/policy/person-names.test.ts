import { readPolicy } from '../../src/policy/file/read-policy.ts';
import { lookalikeKey, nameWithId } from '../../src/policy/model/person-names.ts';

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
