import type { Signal } from './source.ts';

/** Kinds of names that incidents are told apart by: a channel mutes by them. Each source has some of them. */
export const nameKinds = ['service', 'region', 'consumer'] as const;
export type NameKind = (typeof nameKinds)[number];

/** What an incident names, by kind. */
export const namesIn = ({
  services,
  regions,
  consumers = [],
}: Pick<Signal, 'services' | 'regions' | 'consumers'>): Readonly<Record<NameKind, readonly string[]>> => ({
  service: services,
  region: regions.map(({ name }) => name),
  consumer: consumers,
});
