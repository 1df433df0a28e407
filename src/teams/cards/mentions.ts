/** A mentioned person: their account in the conversation, and their name on cards. */
export interface Mentioned {
  /** The channel account, `29:…`. */
  readonly id: string;
  readonly name: string;
}

/** Teams reads the text of a message as XML where it mentions a person. */
const escapeXml = (text: string): string =>
  text.replace(/[<>&]/g, (sign) => ({ '<': '&lt;', '>': '&gt;', '&': '&amp;' })[sign] ?? sign);

const tagOf = ({ name }: Mentioned): string => `<at>${escapeXml(name)}</at>`;

/**
 * A message that mentions people: each is notified once.
 * @param compose the text around their names, given as tags in the order of the people
 */
export const mentionText = (people: readonly Mentioned[], compose: (tags: readonly string[]) => string) => ({
  text: compose(people.map(tagOf)),
  entities: people.map((person) => ({
    type: 'mention',
    text: tagOf(person),
    mentioned: { id: person.id, name: person.name },
  })),
});
