import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../house/source.ts';

/** The colours of the chat page in one look. */
export interface Colours {
  readonly name: 'light' | 'dark';
  /** @param variable as `var(--ink)` @returns the colour as `#rrggbb` */
  of(variable: string): string;
}

const DEFINITION = /(--[\w-]+):\s*(?:light-dark\((#[0-9a-f]{6}),\s*(#[0-9a-f]{6})\)|(#[0-9a-f]{6}));/gi;

/** The page's colours in the light and in the dark, from its style sheet. */
export const pageColours = (): readonly Colours[] => {
  const sheet = readFileSync(join(ROOT, 'sandbox/teams/page/style/base.css'), 'utf8');
  const found = [...sheet.matchAll(DEFINITION)].map(
    ([, name = '', light = '', dark = '', both]) =>
      [`var(${name})`, { light: both ?? light, dark: both ?? dark }] as const,
  );
  const colours = new Map<string, { readonly light: string; readonly dark: string }>(found);
  return (['light', 'dark'] as const).map((name) => ({
    name,
    of: (variable) => {
      const colour = colours.get(variable)?.[name];
      if (colour === undefined) throw new Error(`the style sheet has no colour ${variable}`);
      return colour;
    },
  }));
};

/** WCAG 2.2's contrast ratio of two colours: from 1 to 21. */
export const contrast = (one: string, other: string): number => {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
};

const luminance = (colour: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};
