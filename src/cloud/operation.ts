import type { z } from 'zod';
import type { ErrorDecoder } from '#cloud/errors/error-body.ts';
import type { Profile } from '#cloud/services/profile.ts';
import type { HttpRequest } from '#platform/http/http.ts';
import { SECOND } from '#platform/lib/clock.ts';

/** The vendor's service of an operation, which decides its credential and base address. */
export type CredentialKind = 'app' | 'translator' | 'appManagement';

/** A list is a repeated parameter. */
export type QueryValue = string | readonly string[] | undefined;

/** A request with the documents' names for the parameters of the path, the query and the body. */
export interface Parts {
  readonly path: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, QueryValue>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

interface Declaration<Id extends string, I> {
  readonly id: Id;
  readonly method: HttpRequest['method'];
  /** As in the document, with `{name}` for parameters; `{scope}` and `{resourceUri}` are whole ids. */
  readonly path: string;
  /** Rules for path parameters, in addition to being one segment. */
  readonly patterns?: Readonly<Record<string, RegExp>>;
  /** The api-version of the query, unless it is the first segment of the path. */
  readonly version: string;
  readonly credential: CredentialKind;
  readonly success: readonly number[];
  readonly retry: HttpRequest['retry'];
  /** It is sent whatever other calls were told to wait: somebody may need it in an emergency. */
  readonly urgent?: true;
  readonly decodeError: ErrorDecoder;
  /** Its section in docs/sources.md. */
  readonly section: string;
  /** For money: numbers of more than 15 digits reach the schema as text, with every digit. */
  readonly exactNumbers?: true;
  /** The secrets in its body: paths of field names, a list meaning its items, `*` every name (secrets.ts). */
  readonly secrets?: readonly string[];
  /** @throws RangeError when the input does not conform to the document */
  readonly parts: (input: I, profile: Profile) => Parts;
}

interface SingleOperation<Id extends string, I, A> extends Declaration<Id, I> {
  readonly kind: 'single';
  /** The schema's input: the body when absent, or the whole answer as `{status, headers, body}`. */
  readonly reads?: 'answer';
  readonly answer: z.ZodType<A>;
}

interface ListOperation<Id extends string, I, Item> extends Declaration<Id, I> {
  readonly kind: 'list';
  readonly item: z.ZodType<Item>;
  /** The method for a nextLink. */
  readonly paging: 'GET' | 'POST';
}

/** How far a long-running operation has come. */
export type Progress = 'running' | 'succeeded' | 'failed';

/** A long-running operation, which is polled after the answer. */
interface LongOperation<Id extends string, I, A> extends Declaration<Id, I> {
  readonly kind: 'long';
  /** `self`: a GET of the same address. `location`: the address of the answer's Location header, 202 until it is done. */
  readonly follow: 'self' | 'location';
  /** The schema of the result; with `location` only at the end. */
  readonly answer: z.ZodType<A>;
  readonly progressOf: (answer: A) => Progress;
}

export type AnySingle = SingleOperation<string, never, unknown>;
export type AnyList = ListOperation<string, never, unknown>;
export type AnyLong = Omit<LongOperation<string, never, unknown>, 'progressOf'> & {
  readonly progressOf: (answer: never) => Progress;
};
export type AnyOperation = AnySingle | AnyList | AnyLong;

export type InputOf<O> = O extends { readonly parts: (input: infer I, profile: Profile) => Parts } ? I : never;
export type OutputOf<O> = O extends { readonly answer: z.ZodType<infer A> } ? A : never;
export type ItemOf<O> = O extends { readonly item: z.ZodType<infer Item> } ? Item : never;

type Method = HttpRequest['method'];

/** With the method as a type, so that lists of all operations with one method can be type-checked. */
interface Sent<M extends Method> {
  readonly method: M;
}

/** Declares one operation of the vendor; nothing else in the product knows its path or its names. */
export function defineOperation<const Id extends string, I, A, M extends Method>(
  operation: SingleOperation<Id, I, A> & Sent<M>,
): SingleOperation<Id, I, A> & Sent<M>;
export function defineOperation<const Id extends string, I, Item, M extends Method>(
  operation: ListOperation<Id, I, Item> & Sent<M>,
): ListOperation<Id, I, Item> & Sent<M>;
export function defineOperation<const Id extends string, I, A, M extends Method>(
  operation: LongOperation<Id, I, A> & Sent<M>,
): LongOperation<Id, I, A> & Sent<M>;
export function defineOperation<O>(operation: O): O {
  return operation;
}

/** The part of a turn after the vendor's last answer: rendering the card takes some time. */
const DRAWING = 0.3 * SECOND;

/** For calls that a person waits for: their correlation id, and when the last one must have ended, in milliseconds since 1970. */
export const callOptions = ({
  correlation,
  answerBy,
}: {
  readonly correlation: string;
  readonly answerBy: number;
}) => ({
  correlation,
  endBy: answerBy - DRAWING,
});
