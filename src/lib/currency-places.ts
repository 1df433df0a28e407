/** ISO 4217 minor units of the currencies that have not two of them. Intl's own differ from ISO for some. */
const places: Readonly<Record<string, number>> = {
  ...Object.fromEntries(
    'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' ').map((c) => [c, 0]),
  ),
  ...Object.fromEntries('BHD IQD JOD KWD LYD OMR TND'.split(' ').map((c) => [c, 3])),
  ...Object.fromEntries('CLF UYW'.split(' ').map((c) => [c, 4])),
};

/** How many places after the point a currency's amounts have; two for an unknown one. */
export const currencyPlaces = (currency: string): number => places[currency.toUpperCase()] ?? 2;
