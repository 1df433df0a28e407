/** The value of a cookie in the Cookie header of a request (RFC 6265, 5.4); undefined without it. */
export const cookieIn = (header: string | undefined, name: string): string | undefined => {
  const start = `${name}=`;
  const pair = header?.split('; ').find((one) => one.startsWith(start));
  return pair?.slice(start.length);
};
