import { SECRET_NAME, type SecretReference } from '#cloud/services/secrets.ts';
import type { GroupSpec } from '../terms.ts';

/** A reference whose digest is added on request; undefined for an invalid secret name. */
const secretReferenceTo = (name: string): SecretReference | undefined =>
  SECRET_NAME.test(name) ? { secretRef: name, digest: '' } : undefined;

/** Parsers for text typed into the form; undefined for unreadable text. */
type Ports = readonly { readonly port: number; readonly protocol: 'TCP' | 'UDP' }[];

/** `80, 443/tcp, 53/udp` */
export const parsePorts = (text: string): Ports | undefined => {
  const pieces = text.split(/[\s,;]+/).filter(Boolean);
  const ports = pieces.map((piece) => {
    const [, number = '', protocol = 'tcp'] = /^(\d{1,5})(?:\/(tcp|udp))?$/i.exec(piece) ?? [];
    return { port: Number(number), protocol: /udp/i.test(protocol) ? ('UDP' as const) : ('TCP' as const) };
  });
  return ports.every(({ port }) => port >= 1 && port <= 65_535) ? ports : undefined;
};

/** A number with a comma or a point; undefined for anything but a number above 0. */
export const parseAmount = (text: string): number | undefined => {
  const number = /^\d{1,4}(?:[.,]\d{1,3})?$/.test(text.trim()) ? Number(text.trim().replace(',', '.')) : 0;
  return number > 0 ? number : undefined;
};

type Gpu = NonNullable<GroupSpec['containers'][number]['resources']['requests']['gpu']>;

/** `2 V100` */
export const parseGpu = (text: string): Gpu | undefined => {
  const [, count = '1', sku = ''] = /^(\d{1,2})?\s*(?:x\s*)?(k80|p100|v100)$/i.exec(text.trim()) ?? [];
  const known = (['K80', 'P100', 'V100'] as const).find((name) => name === sku.toUpperCase());
  return known && Number(count) > 0 ? { count: Number(count), sku: known } : undefined;
};

/** Splits words like a shell: quotes group them. */
export const parseCommandLine = (text: string): readonly string[] | undefined => {
  // Phones write curly quotes in place of straight ones.
  const words = text.match(/"[^"]*"|'[^']*'|“[^“”]*”|‘[^‘’]*’|[^\s"'“‘]+/g) ?? [];
  const left = text.replace(/"[^"]*"|'[^']*'|“[^“”]*”|‘[^‘’]*’|[^\s"'“‘]+/g, '').trim();
  return left === '' ? words.map((word) => word.replace(/^(["'“‘])([\s\S]*)["'”’]$/, '$2')) : undefined;
};

type Variables = NonNullable<GroupSpec['containers'][number]['environmentVariables']>;

/** The prefix of a secret's name in place of a value. */
const FROM_SECRET = /^secret:\s*/i;

/** `NAME=value` and `NAME=secret:name`, one per line. @returns the first line that is neither */
export const parseVariables = (text: string): { readonly variables: Variables } | { readonly wrong: string } => {
  const variables: Variables[number][] = [];
  for (const line of text
    .split('\n')
    .map((one) => one.trim())
    .filter(Boolean)) {
    const [, name = '', value = ''] = /^([A-Za-z_][\w.-]{0,127})\s*=([\s\S]*)$/.exec(line) ?? [];
    const secret = FROM_SECRET.test(value.trim()) ? secretReferenceTo(value.trim().replace(FROM_SECRET, '')) : null;
    if (name === '' || secret === undefined || variables.some((one) => one.name === name))
      return { wrong: name || line };
    variables.push(secret === null ? { name, value: value.trim() } : { name, secureValue: secret });
  }
  return { variables };
};
