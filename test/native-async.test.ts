import { withNativeAsync } from '../scripts/native-async.ts';

/** As TypeScript writes it into every file. */
const helper = `var __awaiter = function (thisArg, args, P, generator) {
  return new Promise((resolve, reject) => {
    const step = ({ done, value }) => (done ? resolve(value) : Promise.resolve(value).then(next, fail));
    const next = (value) => { try { step(generator.next(value)); } catch (error) { reject(error); } };
    const fail = (thrown) => { try { step(generator.throw(thrown)); } catch (error) { reject(error); } };
    step((generator = generator.apply(thisArg, args || [])).next());
  });
};`;

const sample = `${helper}
class Base { greet(name) { return __awaiter(this, void 0, void 0, function* () { return this.word + ' ' + name; }); } }
class Polite extends Base {
  constructor() { super(); this.word = 'Dear'; }
  greet(name) {
    const _super = Object.create(null, { greet: { get: () => super.greet } });
    return __awaiter(this, void 0, void 0, function* () { return (yield _super.greet.call(this, name)) + '!'; });
  }
  sum() { return __awaiter(this, arguments, void 0, function* (a, b = 2) { return (yield a) + (yield b) + arguments.length; }); }
  each(names) {
    return __awaiter(this, void 0, void 0, function* () {
      const parts = function* () { for (const name of names) yield name; };
      const all = [];
      for (const name of parts()) all.push(yield __awaiter(this, void 0, void 0, function* () { return yield this.greet(name); }));
      return all;
    });
  }
  fail() { return __awaiter(this, void 0, void 0, function* () { try { yield Promise.reject(new Error('no')); } catch ({ message }) { return message; } }); }
}
const polite = new Polite();
return Promise.all([polite.greet('Ana'), polite.sum(1), polite.sum(1, 5), polite.each(['Bo', 'Cy']), polite.fail()]);`;

const run = (code: string): Promise<unknown> => new Function(code)() as Promise<unknown>;
const wrapped = (code: string): string => `(function () {${code}})`;

it('code that TypeScript compiled to generators answers the same with async functions', async () => {
  const native = withNativeAsync(wrapped(sample));
  expect(await run(`return ${native}()`)).toEqual(await run(sample));
});

it('calls of the helper are gone, its definition and other generators stay', () => {
  const native = withNativeAsync(wrapped(sample));
  expect(native.match(/__awaiter/g)).toEqual(['__awaiter']);
  expect(native.match(/function\*/g)).toEqual(['function*']);
  expect(native).not.toContain('_super');
});

it('code without the helper is not even parsed', () => {
  expect(withNativeAsync('no { JavaScript')).toBe('no { JavaScript');
});
