import { createHash } from 'node:crypto';

export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** A fixed GUID for each text. */
export const guidOf = (text: string): string =>
  hashOf(text).replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-8$4-$5');
