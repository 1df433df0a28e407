import { areas } from '#cli/doctor/policy.ts';
import { printFindings } from '#cli/doctor/print.ts';
import { createReport, explain, Failing, type Finding, type Report, works } from '#cli/doctor/report.ts';
import { errorFromFailure } from '#cloud/errors/errors.ts';
import { features } from '#features/index.ts';
import { HttpFailure } from '#platform/http/message.ts';
import { loadTexts } from '#platform/texts/texts.ts';

const words = loadTexts().for('en');
const title = { text: 'doctor.check.proxy' } as const;
const other = { text: 'doctor.check.clock' } as const;
const third = { text: 'doctor.check.policy' } as const;
const good = async () => works({ text: 'doctor.host.works' });

const linesOf = async (report: Report): Promise<readonly string[]> => {
  const lines: Finding[] = [];
  for await (const finding of report.findings()) lines.push(finding);
  return lines.map(({ check, state, text }) => `${state} ${check}: ${text}`);
};

it('a check that does not end in time fails, and what builds on it is not done', async () => {
  const report = createReport(words, 20);
  const hangs = report.check(title, [], () => new Promise<Awaited<ReturnType<typeof good>>>(() => {}));
  let isDone = false;
  report.check(other, [hangs], () => {
    isDone = true;
    return good();
  });
  expect(await linesOf(report)).toEqual([
    expect.stringMatching(/^fails Proxy: no result within 0.02 seconds → /),
    'unchecked Clock: it builds on “Proxy”.',
  ]);
  expect(isDone).toBe(false);
});

it('what builds on a check that was not done names the one that failed', async () => {
  const report = createReport(words, 1_000);
  const first = report.check(title, [], async () => {
    throw new Failing({ text: 'doctor.keys.none' }, { text: 'doctor.certificates.empty' });
  });
  const second = report.check(other, [first], good);
  report.check(third, [second], good);
  expect((await linesOf(report)).map((line) => line.slice(0, 40))).toEqual([
    expect.stringMatching(/^fails Proxy: no published key/),
    expect.stringMatching(/^fails Proxy: the file/),
    'unchecked Clock: it builds on “Proxy”.',
    'unchecked Policy: it builds on “Proxy”.',
  ]);
});

it('a fault of the check itself is told by its name alone', async () => {
  const report = createReport(words, 1_000);
  report.check(title, [], async () => {
    throw new TypeError('canary');
  });
  expect(await linesOf(report)).toEqual([
    'fails Proxy: the check itself failed (TypeError) → report this as a fault of Steward.',
  ]);
});

it('the lines come in the order in which the checks were asked for', async () => {
  const report = createReport(words, 1_000);
  let go = (): void => {};
  report.check(title, [], async () => {
    await new Promise<void>((resolve) => {
      go = resolve;
    });
    return good();
  });
  report.check(other, [], async () => {
    go();
    return good();
  });
  expect(await linesOf(report)).toEqual(['works Proxy: it answers.', 'works Clock: it answers.']);
});

it('a line is there before the last check was asked for', async () => {
  const report = createReport(words, 1_000);
  const asked = Promise.withResolvers<void>();
  const findings = report.findings(asked.promise)[Symbol.asyncIterator]();
  const [first] = [findings.next(), report.check(title, [], good)];
  expect(await first).toMatchObject({ value: { check: 'Proxy' } });
  const [second] = [findings.next(), report.check(other, [], good)];
  expect(await second).toMatchObject({ value: { check: 'Clock' } });
  asked.resolve();
  expect(await findings.next()).toMatchObject({ done: true });
});

const throttled = new HttpFailure('throttled', 'a.example', { retryAfterMs: 30_000 });
const unreadable = new HttpFailure('unreadable', 'a.example');
const lost = new HttpFailure('lost', 'a.example');

it.each([
  ['a pause that the vendor asks for', errorFromFailure(throttled, 'c', true), 'vendor.error.throttled'],
  ['a pause that another server asks for', throttled, 'http.error.throttled'],
  ['an answer in an encoding', errorFromFailure(unreadable, 'c', true), 'vendor.error.malformed'],
  ['a lost answer', errorFromFailure(lost, 'c', true), 'doctor.network.unanswered'],
])('%s is told as what it is', (_what, error, text) => {
  expect(explain(error)).toEqual([expect.objectContaining({ text })]);
});

it('the doctor does the probes of every feature that has some', () => {
  const probed = features.filter(({ probes }) => probes !== undefined).map(({ name }) => name);
  expect(probed.toSorted()).toEqual([...areas].toSorted());
});

const working = (check: string): Finding => ({ check, state: 'works', text: 'good.', ids: {} });
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
  const many = Array.from({ length: 20 }, (_, index) => working(`${index}`));
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
