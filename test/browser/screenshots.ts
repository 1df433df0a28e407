import { join } from 'node:path';
import { answerAndPress, become, openBrowser } from './person.ts';
import { startStewardProcess } from './steward-process.ts';

/** Plays the story once more and takes the README's picture of it: `node test/browser/screenshots.ts`. */
const FILE = join(import.meta.dirname, '..', '..', 'docs', 'eligible-card.png');
const WINDOW = { viewport: { width: 1280, height: 800 }, colorScheme: 'light' } as const;
const CARD = 'Contributor on Payments Production';

const steward = await startStewardProcess();
const browser = await openBrowser();
try {
  const ana = await become(browser, steward.teamsUrl, 'Ana Rossi', WINDOW);
  await ana.post('request role contributor on payments for 5 days because I look into last night’s failed payouts');
  await ana.message(CARD).waitFor();

  const bo = await become(browser, steward.teamsUrl, 'Bo Lind', WINDOW);
  await bo.open('Approvals');
  await answerAndPress(bo.message(CARD), 'Approve', { 'Note (optional)': 'Go ahead, I am around until six.' });

  await ana.message(CARD).getByText('Eligible until').waitFor();
  await ana.page.mouse.move(0, 0);
  await ana.page.screenshot({ path: FILE });
} finally {
  await browser.close();
  await steward.end();
}
