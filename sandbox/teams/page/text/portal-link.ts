/** Hosts under `.example` exist nowhere: the sandbox plays the page that such a link leads to. */
export const playedAddress = (address: string): string => {
  const url = URL.parse(address);
  return url?.protocol === 'https:' && url.hostname.endsWith('.example')
    ? `/portal?${new URLSearchParams({ address })}`
    : address;
};
