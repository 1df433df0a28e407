import type { z } from 'zod';
import type { HttpRequest } from '../http/http.ts';
import type { ErrorDecoder } from './error-body.ts';
import type { Profile } from './profile.ts';

/** Which of the vendor's services an operation belongs to, and so which credential and base address it uses. */
export type CredentialKind = 'app' | 'translator' | 'appManagement';

/** A request in the documents' own words: parameters of the path, the query and the body by their documented names. */
export interface Parts {
  readonly path: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | undefined>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

interface Declaration<Id extends string, I> {
  readonly id: Id;
  readonly method: HttpRequest['method'];
  /** As the document writes it, with `{name}` for parameters; `{scope}` stands for a whole scope. */
  readonly path: string;
  /** Rules for parameters of the path beyond being one segment. */
  readonly patterns?: Readonly<Record<string, RegExp>>;
  readonly version: string;
  readonly credential: CredentialKind;
  readonly success: readonly number[];
  readonly retry: HttpRequest['retry'];
  readonly decodeError: ErrorDecoder;
  /** Where the documents describe it. */
  readonly section: string;
  /** @throws RangeError when the input can't be written as the document wants it */
  readonly parts: (input: I, profile: Profile) => Parts;
}

export interface SingleOperation<Id extends string, I, A> extends Declaration<Id, I> {
  readonly kind: 'single';
  readonly answer: z.ZodType<A>;
}

export interface ListOperation<Id extends string, I, Item> extends Declaration<Id, I> {
  readonly kind: 'list';
  readonly item: z.ZodType<Item>;
  /** The method that follows nextLink. */
  readonly paging: 'GET' | 'POST';
}

export type AnySingle = SingleOperation<string, never, unknown>;
export type AnyList = ListOperation<string, never, unknown>;
export type AnyOperation = AnySingle | AnyList;

export type InputOf<O> = O extends { readonly parts: (input: infer I, profile: Profile) => Parts } ? I : never;
export type OutputOf<O> = O extends { readonly answer: z.ZodType<infer A> } ? A : never;
export type ItemOf<O> = O extends { readonly item: z.ZodType<infer Item> } ? Item : never;

/** One operation of the vendor is this one value, and nothing else in the product knows its path or its words. */
export function defineOperation<const Id extends string, I, A>(
  operation: SingleOperation<Id, I, A>,
): SingleOperation<Id, I, A>;
export function defineOperation<const Id extends string, I, Item>(
  operation: ListOperation<Id, I, Item>,
): ListOperation<Id, I, Item>;
export function defineOperation<O>(operation: O): O {
  return operation;
}
