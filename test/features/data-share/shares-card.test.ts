import { viewShares } from '#features/data-share/cards/shares-card.ts';
import type { Shared } from '#features/data-share/policy.ts';
import { loadTexts } from '#platform/texts/texts.ts';

const words = loadTexts().for('en-GB', 'Europe/Berlin');
const known = Array.from(
  { length: 23 },
  (_, at): Shared => ({
    ...{ kind: 'share', key: `k${at}`, title: `T${at}`, name: `n${at}`, read: 'everyone' },
    ...{ subscriptionId: 's', resourceGroup: 'g', account: 'a' },
  }),
);

it('each share is on one page, and the buttons turn the pages', () => {
  const pages = [0, 1, 2].map((page) => viewShares(known, page, words));
  expect(pages.flatMap(({ rows }) => rows.map(({ title }) => title))).toEqual(known.map(({ title }) => title));
  const turned = pages.map(({ buttons }) => buttons.map(({ data }) => data['page']));
  expect(turned).toEqual([[1], [0, 2], [1]]);
});
