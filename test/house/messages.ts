import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { IntlMessageFormat } from 'intl-messageformat';
import { filesBelow, ROOT } from './source.ts';

/** Every message of a language by its key, read apart from the product's own reader. */
export const messagesOf = (language: string): ReadonlyMap<string, string> =>
  new Map(
    filesBelow(`src/platform/texts/${language}`, '.json').flatMap((file) =>
      leaves(basename(file, '.json'), JSON.parse(readFileSync(join(ROOT, file), 'utf8'))),
    ),
  );

const leaves = (path: string, node: unknown): [string, string][] =>
  typeof node === 'string'
    ? [[path, node]]
    : Object.entries(node as object).flatMap(([name, child]) => leaves(`${path}.${name}`, child));

type Element = ReturnType<IntlMessageFormat['getAst']>[number];

/** The kinds of element by the numbers of the ICU parser: text, argument, number, date, time, select, plural, pound, tag. */
const KIND = { literal: 0, number: 2, plural: 6, pound: 7 };

const elementsIn = (elements: readonly Element[]): Element[] =>
  elements.flatMap((element) => [
    element,
    ...('options' in element ? Object.values(element.options).flatMap(({ value }) => elementsIn(value)) : []),
    ...('children' in element ? elementsIn(element.children) : []),
  ]);

const named = (message: string): (Element & { value: string })[] =>
  elementsIn(new IntlMessageFormat(message, 'en').getAst()).filter(
    (element): element is Element & { value: string } => element.type !== KIND.literal && element.type !== KIND.pound,
  );

/** The names of the values that a message shows. */
export const placeholdersOf = (message: string): string[] => [...new Set(named(message).map(({ value }) => value))];

/** A value for each name: a number where the message counts. */
export const sampleValues = (message: string): Record<string, string | number> =>
  Object.fromEntries(
    named(message).map(({ value, type }) => [value, type === KIND.plural || type === KIND.number ? 3 : 'Ana']),
  );
