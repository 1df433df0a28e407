import { become, openBrowser } from './person.ts';
import { startStewardProcess } from './steward-process.ts';

const browser = await openBrowser();
const steward = await startStewardProcess();
const out = '/tmp/d/shots';
const wide = { viewport: { width: 1280, height: 1000 }, colorScheme: 'light' } as const;
try {
  const ana = await become(browser, steward.teamsUrl, 'Ana Rossi', wide);
  await ana.open('General');
  const W = (ms: number) => ana.page.waitForTimeout(ms);
  for (const t of [
    'request role contributor on payments for 2 days because I look into the failed payouts of last night',
    'request role reader on ledger for 6 hours because of the month end',
    'request role contributor on staging until tomorrow noon because I try the new release',
    'request role reader on staging for 3 days because I compare settings',
  ]) {
    await ana.post(t);
    await W(900);
  }
  const bo = await become(browser, steward.teamsUrl, 'Bo Lind', wide);
  await bo.open('Steward');
  await bo.write('waiting');
  await bo.page.waitForTimeout(1500);
  await bo.page.screenshot({ path: `${out}-waiting-light.png` });
  await bo.page.getByRole('button', { name: 'Approve', exact: true }).nth(1).click();
  await bo.page.waitForTimeout(1500);
  await bo.page.getByRole('button', { name: 'Deny …' }).first().click();
  await bo.page.waitForTimeout(700);
  await bo.page.screenshot({ path: `${out}-waiting-pressed.png` });
  const phone = await become(browser, steward.teamsUrl, 'Bo Lind', {
    viewport: { width: 360, height: 900 },
    colorScheme: 'dark',
  });
  await phone.open('Steward');
  await phone.page.waitForTimeout(1200);
  await phone.page.screenshot({ path: `${out}-waiting-phone-dark.png` });
  await bo.write('approve R-22222');
  await bo.page.waitForTimeout(800);
  await bo.write('remove access of Nobody Known');
  await bo.page.waitForTimeout(1200);
  await bo.page.screenshot({ path: `${out}-errors.png` });
  const aw = await become(browser, steward.teamsUrl, 'Ana Rossi', { ...wide, colorScheme: 'dark' });
  await aw.open('Steward');
  await aw.write('my requests');
  await aw.page.waitForTimeout(1500);
  await aw.page.screenshot({ path: `${out}-mine-dark.png` });
  await aw.write('my access');
  await aw.page.waitForTimeout(1500);
  await aw.page.screenshot({ path: `${out}-access-dark.png` });
  const ed = await become(browser, steward.teamsUrl, process.argv[2] ?? 'Gus', wide).catch(() => undefined);
  if (ed) {
    await ed.open('General');
    await ed.post('help');
    await ed.page.waitForTimeout(1500);
    await ed.page.screenshot({ path: `${out}-guest.png` });
  }
} finally {
  await browser.close();
  await steward.end();
}
