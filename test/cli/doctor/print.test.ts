import { printFindings } from '#cli/doctor/print.ts';
import type { Finding } from '#cli/doctor/report.ts';
import { loadTexts } from '#platform/texts/texts.ts';

const words = loadTexts().for('en');
const works = (check: string): Finding => ({ check, state: 'works', text: 'good.', ids: {} });
const fails = (check: string): Finding => ({ check, state: 'fails', text: 'bad → mend it.', ids: {} });
const unchecked = (check: string, needs: string): Finding => ({
  ...{ check, state: 'unchecked', ids: {}, needs },
  text: `it builds on “${needs}”.`,
});

const printed = async (findings: readonly Finding[], json = false): Promise<readonly string[]> => {
  const lines: string[] = [];
  const log = jest.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line));
  const each = async function* () {
    yield* findings;
  };
  await printFindings(each(), words, json);
  log.mockRestore();
  return lines;
};

it('what was not checked is one line for each check that failed at its root', async () => {
  const findings = [
    fails('A'),
    ...['B', 'C'].map((check) => unchecked(check, 'A')),
    fails('D'),
    ...['E', 'F', 'G', 'H', 'I'].map((check) => unchecked(check, 'D')),
  ];
  expect(await printed(findings)).toEqual([
    'FAILS        A: bad → mend it.',
    'FAILS        D: bad → mend it.',
    'not checked  what builds on “A”: B, C.',
    'not checked  what builds on “D”: E, F, G and 2 more (--json lists them).',
    '',
    'Of 9 checks 2 fail, 7 were not done.',
  ]);
});

it('what fails stands at the end once more where there are many lines', async () => {
  const many = Array.from({ length: 20 }, (_, index) => works(`${index}`));
  const lines = await printed([fails('A'), ...many]);
  expect(lines.slice(-5)).toEqual([
    'works        19: good.',
    '',
    'FAILS        A: bad → mend it.',
    '',
    'Of 21 checks one fails.',
  ]);
});

it('the report for programs has every check once', async () => {
  const findings = [fails('A'), unchecked('B', 'A')];
  expect((await printed(findings, true)).map((text) => JSON.parse(text))).toEqual([{ ok: false, findings }]);
});
