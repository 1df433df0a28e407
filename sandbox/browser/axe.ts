import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const source = readFileSync(createRequire(import.meta.filename).resolve('axe-core/axe.min.js'), 'utf8');
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

interface Found {
  readonly violations: {
    readonly id: string;
    readonly help: string;
    readonly nodes: { readonly target: readonly unknown[]; readonly html: string; readonly failureSummary?: string }[];
  }[];
}

/** What breaks axe's rules of WCAG 2.x A and AA and of good practice on the page as it stands: a line for each. */
export const findViolations = async (page: Page): Promise<string[]> => {
  await page.evaluate(source);
  const options = JSON.stringify({ runOnly: rules, resultTypes: ['violations'] });
  const { violations } = await page.evaluate<Found>(`axe.run(document, ${options})`);
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, html, failureSummary = '' }) =>
      [`${id}: ${help}`, target.join(' '), html, failureSummary.replace(/\s+/g, ' ')].join('\n  '),
    ),
  );
};
