import type { Locator } from 'playwright-core';
import { people } from '../world.ts';
import { useBrowser } from './person.ts';

const viewport = { width: 360, height: 780 };

const at = useBrowser();

const be = (name: string) => at.be(name, { viewport, deviceScaleFactor: 2 });

const top = async (element: Locator): Promise<number> => (await element.boundingBox())?.y ?? Number.NaN;

it('at 360 px Send is beside the box, with the mention of the bot and without it', async () => {
  const ana = await be(people.ana.name);
  await ana.open('General');
  const { page } = ana;
  const box = page.getByRole('textbox', { name: 'New post' });
  const send = page.getByRole('button', { name: 'Send', exact: true });
  expect(Math.abs((await top(box)) - (await top(send)))).toBeLessThan(10);
  await page.getByRole('button', { name: 'Do not mention Steward' }).click();
  expect(Math.abs((await top(box)) - (await top(send)))).toBeLessThan(10);
});

/** The amounts of a card that stand on more than one line. */
const broken = (card: Locator): Promise<readonly string[]> =>
  card.evaluate((root) => {
    const found: string[] = [];
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.textContent ?? '';
      for (const { 0: amount, index } of text.matchAll(/\d[\d.,]*\d/g)) {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + amount.length);
        if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) found.push(amount);
      }
    }
    return found;
  });

it.each([
  ['compare november with october by product', 'november → october'],
  ['breakdown november by family', 'november by product family'],
  ['transactions november', /Net EUR/],
])('at 360 px no amount of “%s” breaks between its digits', async (command, shown) => {
  const di = await be(people.di.name);
  await di.open('Finance');
  await di.post(command);
  const card = di.message(shown).locator('.card');
  await card.getByText(/^Net /).first().waitFor();
  expect(await broken(card)).toEqual([]);
});

it('at 360 px nothing on the card of a container group is wider than the card, and its names hold no hidden letter', async () => {
  const ana = await be(people.ana.name);
  await ana.open('General');
  await ana.post('container cg-ledger-api on ledger');
  const card = ana.message('registry.northwind.example').locator('.card');
  await card.waitFor();
  expect(await card.innerText()).not.toMatch(/[\u200b-\u200f\u2060\ufeff\u00ad]/);
  const wide = await card.evaluate((root) =>
    [...root.querySelectorAll('*')]
      .filter((element) => element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0)
      .map((element) => element.textContent),
  );
  expect(wide).toEqual([]);
});
