/** `registry:port/path:tag@digest`; everything but the last word of the path may be left out. */
export const IMAGE =
  /^(?:[a-zA-Z0-9](?:[a-zA-Z0-9.-]*[a-zA-Z0-9])?(?::\d{1,5})?\/)?(?:[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*\/)*[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*(?::[\w][\w.-]{0,127})?(?:@sha256:[0-9a-f]{64})?$/;

const PUBLIC = 'docker.io';

/** The image with the registry that is meant where none is named. */
const whole = (image: string): string => {
  const [first = '', ...rest] = image.split('/');
  if (rest.length > 0 && /[.:]|^localhost$/.test(first)) return [first.toLowerCase(), ...rest].join('/');
  return [PUBLIC, ...(rest.length === 0 ? ['library'] : []), image].join('/');
};

/** Whether an image is one of those that begin so: a registry, a path in it, or one image with any tag. */
export const isFrom = (image: string, beginning: string): boolean => {
  const [wanted, given] = [beginning.replace(/\/$/, '').toLowerCase(), whole(image).toLowerCase()];
  // After a registry a colon begins a port, and that is another registry.
  const ends = wanted.includes('/') ? ['/', ':', '@'] : ['/'];
  return given === wanted || ends.some((end) => given.startsWith(`${wanted}${end}`));
};
