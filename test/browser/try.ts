import { startStewardProcess } from './steward-process.ts';
import { openBrowser, become, button, answerAndPress } from './person.ts';
const s = await startStewardProcess();
const b = await openBrowser();
try {
  const ana = await become(b, s.teamsUrl, 'Ana Rossi', { viewport: { width: 1280, height: 900 } });
  await ana.post('request role contributor on payments for 5 days because I fix payouts');
  await ana.message('Waiting').waitFor({ timeout: 5000 });
  await ana.page.screenshot({ path: '/tmp/w3-1.png' });
  const bo = await become(b, s.teamsUrl, 'Bo Lind', { viewport: { width: 1280, height: 900 } });
  await bo.open('Approvals');
  const card = bo.message('Ana Rossi');
  await button(card, 'Approve').first().click();
  await bo.page.screenshot({ path: '/tmp/w3-2.png' });
  await button(card, 'Approve').last().click();
  await bo.message('Eligible until').waitFor({ timeout: 5000 });
  await bo.page.screenshot({ path: '/tmp/w3-3.png' });
  await ana.page.screenshot({ path: '/tmp/w3-4.png' });
} catch (e) { console.log(e); } finally { await b.close(); await s.end(); }
