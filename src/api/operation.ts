import type { z } from 'zod';
import type { HttpRequest } from '../http/http.ts';
import type { ErrorDecoder } from './errors/error-body.ts';
import type { Profile } from './services/profile.ts';

/** Which of the vendor's services an operation belongs to, and so which credential and base address it uses. */
export type CredentialKind = 'app' | 'translator' | 'appManagement';

/** Several values stand for a parameter that is repeated. */
export type QueryValue = string | readonly string[] | undefined;

/** A request in the documents' own words: parameters of the path, the query and the body by their documented names. */
export interface Parts {
  readonly path: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, QueryValue>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

interface Declaration<Id extends string, I> {
  readonly id: Id;
  readonly method: HttpRequest['method'];
  /** As the document writes it, with `{name}` for parameters; `{scope}` and `{resourceUri}` stand for whole ids. */
  readonly path: string;
  /** Rules for parameters of the path beyond being one segment. */
  readonly patterns?: Readonly<Record<string, RegExp>>;
  /** The api-version of the query, unless it is the path's first word. */
  readonly version: string;
  readonly credential: CredentialKind;
  readonly success: readonly number[];
  readonly retry: HttpRequest['retry'];
  readonly decodeError: ErrorDecoder;
  /** Where the documents describe it. */
  readonly section: string;
  /** Numbers of more than 15 digits reach the schema as text, digit by digit: for money. */
  readonly exactNumbers?: true;
  /** Where its body holds secrets: paths of field names, a list standing for its items, `*` for every name (secrets.ts). */
  readonly secrets?: readonly string[];
  /** @throws RangeError when the input can't be written as the document wants it */
  readonly parts: (input: I, profile: Profile) => Parts;
}

export interface SingleOperation<Id extends string, I, A> extends Declaration<Id, I> {
  readonly kind: 'single';
  /** What the schema reads: the body when absent, or the whole answer as `{status, headers, body}`. */
  readonly reads?: 'answer';
  readonly answer: z.ZodType<A>;
}

export interface ListOperation<Id extends string, I, Item> extends Declaration<Id, I> {
  readonly kind: 'list';
  readonly item: z.ZodType<Item>;
  /** The method that follows nextLink. */
  readonly paging: 'GET' | 'POST';
}

/** How far a long-running operation has come. */
export type Progress = 'running' | 'succeeded' | 'failed';

/** What goes on at the vendor after the answer, and is followed step by step. */
export interface LongOperation<Id extends string, I, A> extends Declaration<Id, I> {
  readonly kind: 'long';
  /** `self`: a GET of the same address. `location`: the address of the answer's Location header, 202 until it is done. */
  readonly follow: 'self' | 'location';
  /** What there is to read; with `location` only at the end. */
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

/** With the method as a type of its own, so that lists of all operations of one method can be checked. */
interface Sent<M extends Method> {
  readonly method: M;
}

/** One operation of the vendor is this one value, and nothing else in the product knows its path or its words. */
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
