import { mutationOptions, queryOptions, type UseQueryOptions } from '@tanstack/react-query'
import type { FetchResponse, ParamsOption, RequestBodyOption, RequestOptions } from 'openapi-fetch'
import { api } from './api'
import { ApiError } from './errors'
import { nameOf } from './operation-name'
import type { operations } from './operations.gen'
import type { paths } from './schema.gen'
import { unwrap } from './unwrap'

type Operation = (typeof operations)[keyof typeof operations]
type Effect = Operation['effect']
type MethodOf<E extends Effect> = Extract<Operation, { effect: E }>['method']
/** The paths that have, under this method, an operation of this effect. */
type PathOf<E extends Effect, M extends string> = Extract<Operation, { effect: E; method: M }>['path']

type Call<P, M> = P extends keyof paths ? (M extends keyof paths[P] ? paths[P][M] : never) : never

/** `params` and `body` as the contract wants them, each required when something in it is. */
type Init<P, M> = ParamsOption<Call<P, M>> & RequestBodyOption<Call<P, M>>
/** A write that sends a file also says how, and may be stopped. */
type WriteInit<P, M> = Init<P, M> &
  Pick<RequestOptions<Call<P, M>>, 'bodySerializer' | 'fetch' | 'headers'> &
  Pick<RequestInit, 'signal'>

type Answer<C> =
  C extends Record<string | number, unknown>
    ? NonNullable<FetchResponse<C, Record<never, never>, `${string}/${string}`>['data']>
    : never
/** What a success of the operation carries; null when it is empty. */
type Data<P, M> = [Answer<Call<P, M>>] extends [never] ? null : Answer<Call<P, M>>

type Optional<I> = Record<never, never> extends I ? [init?: I] : [init: I]
type Given = { params?: unknown; body?: unknown }

/** The client is typed by the contract too, but no compiler follows that through two type parameters. */
const call = api.client.request as unknown as (
  method: string,
  path: string,
  init: object,
) => Promise<{ data?: unknown; error?: unknown; response: Response }>

const keyOf = (method: string, path: string, { params, body }: Given = {}): readonly unknown[] => {
  const part = { ...(params !== undefined && { params }), ...(body !== undefined && { body }) }
  return Object.keys(part).length > 0 ? [method, path, part] : [method, path]
}

/**
 * Key and call of an operation that only reads (design §4), for loader, component and invalidation alike. One that
 * writes does not compile, whatever its HTTP method: a preload would start an exam. Fails with an `ApiError`.
 * @param init `params` and `body` of the call
 */
export const q = <M extends MethodOf<'read'>, P extends PathOf<'read', M>>(
  method: M,
  path: P,
  ...[init]: Optional<Init<P, M>>
) =>
  queryOptions<Data<P, M>, ApiError>({
    queryKey: keyOf(method, path, init),
    queryFn: async ({ signal }) => {
      const operation = nameOf(method, path)
      const data = await unwrap(call(method, path, { ...init, signal }), operation)
      // Every read of the contract has a body; without one there is nothing that a screen could show.
      if (data === null) throw new ApiError({ kind: 'badResponse', operation })
      return data as Data<P, M>
    },
  })

/** The same read, whose answer is completed before the cache and the screens have it. */
export const completed = <Sent, Whole>(
  { queryKey, queryFn }: UseQueryOptions<Sent, ApiError>,
  complete: (answer: unknown) => Whole,
) =>
  queryOptions<Whole, ApiError>({
    queryKey,
    queryFn: async context => complete(typeof queryFn === 'function' && (await queryFn(context))),
  })

/**
 * An operation that writes: never retried, never held back until the connection returns (design §5, trap 5).
 * Its variables are `params` and `body` of the call. Fails with an `ApiError`.
 */
export const mutation = <M extends MethodOf<'write'>, P extends PathOf<'write', M>>(method: M, path: P) =>
  mutationOptions<Data<P, M>, ApiError, Optional<WriteInit<P, M>>[0]>({
    mutationKey: [method, path],
    networkMode: 'always',
    retry: 0,
    mutationFn: init => unwrap(call(method, path, { ...init }), nameOf(method, path)) as Promise<Data<P, M>>,
  })
