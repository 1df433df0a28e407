interface Node {
  readonly type?: unknown;
  readonly fallback?: unknown;
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;

/** A card in a client without Action.Execute: each one is replaced by its fallback, or left out. */
export const asOlderClient = (json: unknown): unknown => {
  if (Array.isArray(json)) return json.map(asOlderClient).filter((each) => each !== undefined);
  if (!isNode(json)) return json;
  if (json.type === 'Action.Execute') return isNode(json.fallback) ? asOlderClient(json.fallback) : undefined;
  return Object.fromEntries(Object.entries(json).map(([name, value]) => [name, asOlderClient(value)]));
};
