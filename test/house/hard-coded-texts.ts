import { identifier, literal, type Node, type Source, template, walk } from './source.ts';
import { calleeName, keyName } from './text-uses.ts';

/** Two words in a row: what a program says to a program has dots, dashes or one word. */
const SENTENCE = /\p{L}{2,}[,;:]? \p{L}+/u;

/**
 * Where a sentence is no text for people: faults of ours, the log, the audit's events, lists of words, and what people
 * themselves type, or a button for them.
 */
const CALLS =
  /^((Range)?Error|split|commandButton|super|Symbol|debug|info|warn|error|advance|recordWatch|recordMute|custom|raw|where|orderBy|after|printedAfter|shownAs)$/;
const PROPERTIES = /^(example|aliases|name|command|event|endless)$/;
/** The check of a policy file speaks to its author, line by line, in the language of its keys. */
const POLICY_FILES =
  /^src\/(engine\/(changes\/(policy-record|decision\/(rules|check-rules|stages))|alerts\/policy)|features\/(sign-in-wiring|[a-z-]+\/([a-z-]+\/)?policy))\.ts$/;

/** Names of commands. */
const NAME_FILES = /^src\/features\/[a-z-]+\/chat\/vocabulary\.ts$/;

/** Sentences for people that stand in the code instead of in src/platform/texts, as `file: sentence`. */
export const hardCodedIn = ({ file, tree }: Source): string[] =>
  POLICY_FILES.test(file) || NAME_FILES.test(file)
    ? []
    : [...walk(tree)].flatMap(({ node, above }) => {
        const words = literal(node) ?? template(node) ?? '';
        return SENTENCE.test(words) && !above.some(excuses) ? [`${file}: ${words}`] : [];
      });

const excuses = (node: Node): boolean => {
  if (node.type === 'CallExpression') return CALLS.test(calleeName(node));
  // The database's language.
  if (node.type === 'TaggedTemplateExpression') return identifier(node['tag']) === 'sql';
  if (node.type === 'NewExpression') return CALLS.test(calleeName(node));
  return node.type === 'KeyValueProperty' && PROPERTIES.test(keyName(node));
};

const SHOWN = /^(text|title|label|placeholder|errorMessage|value|altText|fallbackText|speak|inlineAction|subtitle)$/;

/** Letters that a template itself shows, as `file: words`. */
export const hardCodedInTemplate = (file: string, node: unknown): string[] => {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([name, value]) =>
    typeof value === 'string'
      ? SHOWN.test(name) && /\p{L}/u.test(value.replace(/\$\{[^}]*\}/g, ''))
        ? [`${file}: ${value}`]
        : []
      : hardCodedInTemplate(file, value),
  );
};
