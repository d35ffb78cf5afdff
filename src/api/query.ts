import {
  type MutationFilters,
  mutationOptions,
  type QueryClient,
  queryOptions,
  type UseQueryOptions,
  useQueryClient,
} from '@tanstack/react-query'
import type { FetchResponse, ParamsOption, RequestBodyOption, RequestOptions } from 'openapi-fetch'
import type { operations as Calls } from '../../packages/contract/schema.gen'
import { ApiError, createTimeoutError } from './errors'
import { takeFirstRead } from './first-reads'
import type { OperationId } from './operations.gen'
import { type OperationWithEffect, type Sent, send } from './send'
import { untilAborted } from './until-aborted'
import { unwrap } from './unwrap'

/** `params` and `body` as in the contract; required when one of their fields is. */
type Init<Id extends OperationId> = ParamsOption<Calls[Id]> & RequestBodyOption<Calls[Id]>
/** Uploads also pass a serializer, a `fetch` and a signal. */
type WriteInit<Id extends OperationId> = Init<Id> &
  Pick<RequestOptions<Calls[Id]>, 'bodySerializer' | 'fetch' | 'headers'> &
  Pick<RequestInit, 'signal'>

type SuccessBody<C> =
  C extends Record<string | number, unknown>
    ? NonNullable<FetchResponse<C, Record<never, never>, `${string}/${string}`>['data']>
    : never
/** Body of a successful response; null when empty. */
type Data<Id extends OperationId> = [SuccessBody<Calls[Id]>] extends [never] ? null : SuccessBody<Calls[Id]>

type Optional<I> = Record<never, never> extends I ? [init?: I] : [init: I]
type Given = { params?: unknown; body?: unknown }

export const getQueryKey = (id: OperationId, { params, body }: Given = {}): readonly unknown[] => {
  const part = { ...(params !== undefined && { params }), ...(body !== undefined && { body }) }
  return Object.keys(part).length > 0 ? [id, part] : [id]
}

const read = (id: OperationId, init: Given | undefined, signal: AbortSignal): Sent => {
  const first = takeFirstRead(id, init?.params)
  return first ? untilAborted(first, signal) : send(id, { ...init, signal })
}

/** Query options of an operation that only reads: others don't compile, because a preload could start an exam. */
export const q = <Id extends OperationWithEffect<'read'>>(id: Id, ...[init]: Optional<Init<Id>>) =>
  queryOptions<Data<Id>, ApiError>({
    queryKey: getQueryKey(id, init),
    queryFn: async ({ signal }) => {
      const data: unknown = await unwrap(read(id, init, signal), id)
      // Every read of the contract has a body.
      if (data === null) throw new ApiError({ kind: 'badResponse', operation: id })
      return data as Data<Id>
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
 * Requests now, instead of joining a request that may never be answered. Null when there is no answer, or when another
 * reader or the user cancels it.
 */
export const readNow = async <Read>(
  queryClient: QueryClient,
  query: UseQueryOptions<Read, ApiError>,
): Promise<Read | null> => {
  const { queryKey } = query
  await queryClient.cancelQueries({ queryKey })
  const countAnswers = () => queryClient.getQueryState(queryKey)?.dataUpdateCount ?? 0
  const before = countAnswers()
  const data = await queryClient.query({ ...query, staleTime: 0, retry: false }).catch(() => null)
  // A cancelled request resolves with the previous data.
  return countAnswers() === before ? null : data
}

/** Of the pending writes, by their variables. */
const pendingWrites = new WeakMap<object, AbortController>()

/** Mutation options of an operation that writes: never retried, never paused offline. */
export const mutation = <Id extends OperationWithEffect<'write'>>(id: Id) =>
  mutationOptions<Data<Id>, ApiError, Optional<WriteInit<Id>>[0]>({
    mutationKey: [id],
    networkMode: 'always',
    retry: 0,
    mutationFn: init => {
      const controller = new AbortController()
      if (init) pendingWrites.set(init, controller)
      return unwrap(send(id, { signal: controller.signal, ...init }), id) as Promise<Data<Id>>
    },
  })

/** Ends the wait for pending writes as a timeout would: whether they took effect is unknown. */
export const stopWaiting = (queryClient: QueryClient, writes: MutationFilters): void => {
  for (const { state } of queryClient.getMutationCache().findAll({ ...writes, status: 'pending' }))
    pendingWrites.get(Object(state.variables))?.abort(createTimeoutError())
}

/** `stopWaiting` for a form or a button of one operation. */
export const useStopWaiting = (id: OperationId): (() => void) => {
  const queryClient = useQueryClient()
  return () => stopWaiting(queryClient, { mutationKey: [id] })
}
