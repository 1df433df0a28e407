import { format, inspect } from 'node:util';
import { Secret } from '#platform/lib/secret.ts';

const VALUE = 'hunter2-very-secret';
const secret = new Secret(VALUE);
const holder = { deep: { list: [secret], map: new Map([['key', secret]]) } };

/** Every way in which a program turns a value into text. */
const ways: Readonly<Record<string, () => string>> = {
  'String()': () => String(secret),
  'a template': () => `${secret}`,
  'joining texts': () => ''.concat(String(secret), [secret].join()),
  'JSON.stringify': () => JSON.stringify({ secret, holder }),
  inspect: () => inspect(secret),
  'inspect of what is hidden': () => inspect(holder, { depth: null, showHidden: true, getters: true }),
  format: () => format('%s %o %O %j', secret, secret, holder, holder),
  'its own properties': () => JSON.stringify([Object.entries(secret), Reflect.ownKeys(secret)]),
  'a copy of it': () => inspect({ ...secret }, { showHidden: true }),
  'an error and its cause': () => {
    const error = new Error(`no luck with ${secret}`, { cause: { secret } });
    return `${error.stack} ${inspect(error, { depth: null })}`;
  },
};

it.each(Object.entries(ways))('%s does not show it', (_way, text) => {
  expect(text()).not.toContain('hunter2');
});

it('console does not show it', () => {
  const written: string[] = [];
  const write = jest.spyOn(process.stdout, 'write').mockImplementation((chunk) => written.push(String(chunk)) > 0);
  new console.Console(process.stdout).log(secret, holder);
  write.mockRestore();
  expect(written.join('')).toMatch(/^(?!.*hunter2).*\*\*\*/s);
});

it.each([() => `${secret}`, () => JSON.stringify(secret), () => inspect(secret)])('it shows as three stars', (text) => {
  expect(text()).toMatch(/^"?\*\*\*"?$/);
});

it('reveals its value to the one who asks for it', () => {
  expect(secret.reveal()).toBe(VALUE);
});
