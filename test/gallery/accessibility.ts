import { hostConfig } from '../../sandbox/teams/page/card/host-config.ts';
import { type Colours, contrast } from './colours.ts';

type Node = Readonly<Record<string, unknown>>;
type Colour = keyof typeof hostConfig.containerStyles.default.foregroundColors;
type Style = keyof typeof hostConfig.containerStyles;

/** WCAG 2.2, 1.4.3: the least contrast of text; large text may have less, and gets no less here. */
const LEAST = 4.5;

/** What somebody who does not see, or does not see well, would miss on a card: a line for each. */
export const accessibilityProblems = (card: unknown, colours: readonly Colours[]): string[] =>
  walk(card, { style: 'default', colours });

interface Ground {
  readonly style: Style;
  readonly colours: readonly Colours[];
}

const walk = (node: unknown, ground: Ground): string[] => {
  if (Array.isArray(node)) return node.flatMap((child) => walk(child, ground));
  if (typeof node !== 'object' || node === null) return [];
  const { selectAction, ...rest } = node as Node;
  const here = isContainer(rest['type']) && isStyle(rest['style']) ? { ...ground, style: rest['style'] } : ground;
  return [
    ...problemsOf(rest, here),
    ...Object.values(rest).flatMap((child) => walk(child, here)),
    // What is pressed as a whole is called by what stands on it.
    ...(selectAction && textIn(rest) === '' ? walk(selectAction, here) : []),
  ];
};

const textIn = (node: unknown): string => {
  if (typeof node !== 'object' || node === null) return '';
  const { text, altText } = node as Node;
  return `${text ?? ''}${altText ?? ''}${Object.values(node).map(textIn).join('')}`.trim();
};

const isContainer = (type: unknown): boolean =>
  /^(Container|Column|ColumnSet|TableCell|TableRow|Table)$/.test(`${type}`);
const isStyle = (style: unknown): style is Style => Object.hasOwn(hostConfig.containerStyles, `${style}`);

const problemsOf = (node: Node, ground: Ground): string[] => {
  const { type, id, label, altText, title, iconUrl } = node;
  if (typeof type !== 'string') return [];
  if (type.startsWith('Input.') && !says(label) && !(type === 'Input.Toggle' && says(title)))
    return [`${id} has no label`];
  if (type === 'Image' && !says(altText)) return ['an image has no alternative text'];
  if (type.startsWith('Action.') && !says(title) && !says(node['tooltip']))
    return [`an ${type} has no title${iconUrl ? ', only an icon' : ''}`];
  if (type.startsWith('Chart.') && !node['fallback']) return ['a chart has no table in its place'];
  return type === 'TextBlock' || type === 'TextRun' ? faint(node, ground) : [];
};

const says = (text: unknown): boolean => typeof text === 'string' && text.trim() !== '';

const faint = ({ text, color = 'default', isSubtle = false }: Node, { style, colours }: Ground): string[] => {
  const { backgroundColor, foregroundColors } = hostConfig.containerStyles[style];
  const pair = foregroundColors[`${color}`.toLowerCase() as Colour] ?? foregroundColors.default;
  const ink = isSubtle ? pair.subtle : pair.default;
  return colours.flatMap((look) => {
    const found = contrast(look.of(ink), look.of(backgroundColor));
    return found >= LEAST ? [] : [`"${text}" has a contrast of ${found.toFixed(1)} in the ${look.name}`];
  });
};
