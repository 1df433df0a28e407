/** The same JSON with each of its texts changed. */
export const everyText = <T>(json: T, change: (text: string) => string): T =>
  JSON.parse(JSON.stringify(json, (_name, value) => (typeof value === 'string' ? change(value) : value)));
