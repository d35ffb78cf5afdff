import { mutationOptions, queryOptions, type UseQueryOptions } from '@tanstack/react-query'
import type { FetchResponse, ParamsOption, RequestBodyOption, RequestOptions } from 'openapi-fetch'
import { api } from './api'
import { ApiError } from './errors'
import { operationName } from './operation-name'
import type { operations } from './operations.gen'
import type { paths } from './schema.gen'
import { unwrap } from './unwrap'

type Operation = (typeof operations)[keyof typeof operations]
type Effect = Operation['effect']
type MethodOf<E extends Effect> = Extract<Operation, { effect: E }>['method']
/** Paths with an operation of this method and effect. */
type PathOf<E extends Effect, M extends string> = Extract<Operation, { effect: E; method: M }>['path']

type Call<P, M> = P extends keyof paths ? (M extends keyof paths[P] ? paths[P][M] : never) : never

/** `params` and `body` as in the contract; required when one of their fields is. */
type Init<P, M> = ParamsOption<Call<P, M>> & RequestBodyOption<Call<P, M>>
/** Uploads also pass a serializer, a `fetch` and a signal. */
type WriteInit<P, M> = Init<P, M> &
  Pick<RequestOptions<Call<P, M>>, 'bodySerializer' | 'fetch' | 'headers'> &
  Pick<RequestInit, 'signal'>

type SuccessBody<C> =
  C extends Record<string | number, unknown>
    ? NonNullable<FetchResponse<C, Record<never, never>, `${string}/${string}`>['data']>
    : never
/** Body of a successful response; null when empty. */
type Data<P, M> = [SuccessBody<Call<P, M>>] extends [never] ? null : SuccessBody<Call<P, M>>

type Optional<I> = Record<never, never> extends I ? [init?: I] : [init: I]
type Given = { params?: unknown; body?: unknown }

/** TypeScript can't follow the client's types through two type parameters. */
const call = api.client.request as unknown as (
  method: string,
  path: string,
  init: object,
) => Promise<{ data?: unknown; error?: unknown; response: Response }>

const getQueryKey = (method: string, path: string, { params, body }: Given = {}): readonly unknown[] => {
  const part = { ...(params !== undefined && { params }), ...(body !== undefined && { body }) }
  return Object.keys(part).length > 0 ? [method, path, part] : [method, path]
}

/**
 * Query options of an operation that only reads, for loaders, components and invalidation. Writing operations don't
 * compile, whatever their method: a preload could start an exam. Rejects with an `ApiError`.
 * @param init `params` and `body` of the call
 */
export const q = <M extends MethodOf<'read'>, P extends PathOf<'read', M>>(
  method: M,
  path: P,
  ...[init]: Optional<Init<P, M>>
) =>
  queryOptions<Data<P, M>, ApiError>({
    queryKey: getQueryKey(method, path, init),
    queryFn: async ({ signal }) => {
      const operation = operationName(method, path)
      const data = await unwrap(call(method, path, { ...init, signal }), operation)
      // Every read of the contract has a body.
      if (data === null) throw new ApiError({ kind: 'badResponse', operation })
      return data as Data<P, M>
    },
  })

/** The same query with a transformed response; the cache stores the transformed value. */
export const withTransform = <Sent, Whole>(
  { queryKey, queryFn }: UseQueryOptions<Sent, ApiError>,
  transform: (answer: unknown) => Whole,
) =>
  queryOptions<Whole, ApiError>({
    queryKey,
    queryFn: async context => transform(typeof queryFn === 'function' && (await queryFn(context))),
  })

/**
 * Mutation options of an operation that writes: never retried, never paused offline. Variables are `params` and `body`
 * of the call. Rejects with an `ApiError`.
 */
export const mutation = <M extends MethodOf<'write'>, P extends PathOf<'write', M>>(method: M, path: P) =>
  mutationOptions<Data<P, M>, ApiError, Optional<WriteInit<P, M>>[0]>({
    mutationKey: [method, path],
    networkMode: 'always',
    retry: 0,
    mutationFn: init =>
      unwrap(call(method, path, { ...init }), operationName(method, path)) as Promise<Data<P, M>>,
  })
