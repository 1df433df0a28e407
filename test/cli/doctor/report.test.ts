import { createReport, Failing, type Finding, type Report, works } from '#cli/doctor/report.ts';
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
