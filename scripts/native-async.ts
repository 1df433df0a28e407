import {
  type Function as AnyFunction,
  type CallExpression,
  type Identifier,
  type MemberExpression,
  type Node,
  parse,
  type VariableDeclaration,
  type YieldExpression,
} from 'acorn';
import { ancestor } from 'acorn-walk';

/** How TypeScript writes an async function for an older JavaScript: `__awaiter(this, void 0, void 0, function* () { … yield … })`. */
const HELPER = '__awaiter';

/**
 * Gives packages that TypeScript compiled to generators, as botbuilder is, their async functions back. For a generator function that
 * each call makes anew, and for a getter made so (`_super`), V8 makes an object in its old generation. Until the next full collection that
 * object keeps alive what the function reaches: of each turn about 60 KB, copied twice, and a heap of several times its size.
 * @param code JavaScript @returns the same with `async`, `await` and `super`
 * @throws SyntaxError when it is no JavaScript
 */
export const withNativeAsync = (code: string): string => {
  if (!code.includes(HELPER)) return code;
  const tree = parse(code, { ecmaVersion: 'latest', sourceType: 'script', allowHashBang: true });
  const edits: Edit[] = [];
  const replace = (start: number, end: number, text: string): void => void edits.push({ start, end, text });
  ancestor(tree, {
    CallExpression(call: CallExpression) {
      const body = generatorOf(call);
      if (!body) return;
      const [, given] = call.arguments;
      const params = body.params.map(({ start, end }) => code.slice(start, end)).join(', ');
      const values = given?.type === 'Identifier' && body.params.length > 0 ? `...${given.name}` : '';
      replace(call.start, body.body.start, `(async (${params}) => `);
      replace(body.body.end, call.end, `)(${values})`);
    },
    VariableDeclaration({ start, end, declarations: [own] }: VariableDeclaration) {
      if (own && isSuper(own.id) && own.init?.type === 'CallExpression') replace(start, end, '');
    },
    MemberExpression({ object }: MemberExpression) {
      if (isSuper(object)) replace(object.start, object.end, 'super');
    },
    YieldExpression({ start }: YieldExpression, _state: unknown, above: Node[]) {
      const inside = above.findLastIndex(isFunction);
      const call = above[inside - 1];
      if (call?.type === 'CallExpression' && generatorOf(call as CallExpression) === above[inside])
        replace(start, start + 'yield'.length, 'await');
    },
  });
  return edits
    .sort((a, b) => b.start - a.start)
    .reduce((text, edit) => text.slice(0, edit.start) + edit.text + text.slice(edit.end), code);
};

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** `const _super = Object.create(…)` stands beside a call of the helper whose generator needs `super`; an arrow function has it. */
const isSuper = (node: Node): boolean => node.type === 'Identifier' && (node as Identifier).name === '_super';

const isFunction = ({ type }: Node): boolean => /Function/.test(type);

/** The generator function of a call of the helper; undefined for any other call. */
const generatorOf = ({ callee, arguments: given }: CallExpression): AnyFunction | undefined => {
  const last = given[3];
  const isHelper = callee.type === 'Identifier' && callee.name === HELPER;
  return isHelper && last?.type === 'FunctionExpression' && last.generator ? last : undefined;
};
