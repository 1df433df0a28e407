/** Reads CSV as RFC 4180 has it, with nothing of the bot's own. @returns the cells of each line, each with whether it was quoted */
export const readCsv = (text: string): { readonly text: string; readonly quoted: boolean }[][] => {
  const lines: { text: string; quoted: boolean }[][] = [[]];
  let at = text.startsWith('\uFEFF') ? 1 : 0;
  while (at < text.length) {
    const quoted = text[at] === '"';
    let cell = '';
    if (quoted) {
      for (at += 1; at < text.length; at += 1) {
        if (text[at] !== '"') cell += text[at];
        else if (text[at + 1] === '"') {
          cell += '"';
          at += 1;
        } else break;
      }
      at += 1;
    } else {
      while (at < text.length && text[at] !== ',' && text[at] !== '\r') {
        cell += text[at];
        at += 1;
      }
    }
    lines.at(-1)?.push({ text: cell, quoted });
    if (text[at] === ',') {
      at += 1;
      continue;
    }
    if (text.slice(at, at + 2) !== '\r\n' && at < text.length) throw new Error(`no end of line at ${at}`);
    at += 2;
    if (at < text.length) lines.push([]);
  }
  return lines;
};

/** The cells of a spreadsheet that divides by something else: quotes hold only what they stand around from the beginning. */
export const cellsBy = (text: string, divider: string): readonly string[] => {
  const cells: string[] = [];
  let at = text.startsWith('\uFEFF') ? 1 : 0;
  while (at < text.length) {
    let cell = '';
    if (text[at] === '"') {
      for (at += 1; at < text.length && (text[at] !== '"' || text[at + 1] === '"'); at += 1) {
        cell += text[at];
        if (text[at] === '"') at += 1;
      }
      at += 1;
    }
    for (; at < text.length && text[at] !== divider && text[at] !== '\r' && text[at] !== '\n'; at += 1)
      cell += text[at];
    at += 1;
    cells.push(cell);
  }
  return cells;
};

/** The cells of a CSV file by the names of its columns, a line each. */
export const linesOf = (file: Buffer): readonly Readonly<Record<string, string>>[] => {
  const [head = [], ...lines] = readCsv(file.toString());
  return lines.map((line) => Object.fromEntries(line.map(({ text }, at) => [head[at]?.text ?? '', text])));
};

/** What a spreadsheet would run, end a cell or a line with, or read as another number. */
export const hostileCells = [
  ...['=1+1', '+49 30 1234', '-cmd|calc', '@SUM(A1)', '\t=1', '\r=1', '\n=1', "'=1", '＝1+1', 'a,"b",\r\n=c', '"'],
  ...['Köln 決済 💶', 'a;=1+1', "x;'y|'=1", '00012', '1e5', '-12.50', '', ' Ana ', '=HYPERLINK("http://evil.example")'],
];

/** A text as a reader of the file gets it back (src/platform/lib/csv.ts). */
export const restoredCell = (text: string): string => text.replace(/(^|[;\t|\r\n])'/g, '$1');

/** The cells that a spreadsheet would run. */
export const formulasIn = (lines: ReturnType<typeof readCsv>) =>
  lines
    .flat()
    .filter(({ text, quoted }) => /^[=+\-@\t\r\n＝＋－＠]/.test(text) && (quoted || !/^-?\d+(\.\d+)?$/.test(text)));
