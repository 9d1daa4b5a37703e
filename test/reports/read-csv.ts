/** Reads CSV the way a spreadsheet does. */
export function readCsv(text: string): Record<string, string>[] {
  const records: string[][] = [[]];
  for (const [, quoted, bare, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\n]*))(,|\n|$)/g)) {
    const record = records[records.length - 1];
    if (end !== '' || quoted !== undefined || bare !== '') record.push(quoted?.replace(/""/g, '"') ?? bare);
    if (end === '\n') records.push([]);
  }
  const [header, ...rows] = records.filter((r) => r.length > 0);
  return rows.map((row) => Object.fromEntries(header.map((name, i) => [name, row[i]])));
}
