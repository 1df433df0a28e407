import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const source = readFileSync(createRequire(import.meta.filename).resolve('axe-core/axe.min.js'), 'utf8');

/** All: of WCAG 2.x A and AA, and of good practice. Colours: those of them that a colour can break. */
export type Rules = 'all' | 'colours';
const runOnly = {
  all: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  colours: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
} satisfies Record<Rules, unknown>;

interface Found {
  readonly violations: {
    readonly id: string;
    readonly help: string;
    readonly nodes: { readonly target: readonly unknown[]; readonly html: string; readonly failureSummary?: string }[];
  }[];
}

/** What breaks axe's rules on the page as it stands: a line for each. */
export const findViolations = async (page: Page, rules: Rules = 'all'): Promise<string[]> => {
  await page.evaluate(source);
  const options = JSON.stringify({ runOnly: runOnly[rules], resultTypes: ['violations'] });
  const { violations } = await page.evaluate<Found>(`axe.run(document, ${options})`);
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, html, failureSummary = '' }) =>
      [`${id}: ${help}`, target.join(' '), html, failureSummary.replace(/\s+/g, ' ')].join('\n  '),
    ),
  );
};
