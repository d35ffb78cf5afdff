import type { RenderedRoute, renderRoute } from '../render-route'
import type { Failure } from './failures'

type Options = NonNullable<Parameters<typeof renderRoute>[1]>
export type Texts = readonly (string | RegExp)[]

/** How an operation is triggered in the interface, and where its outcomes are shown. */
export interface OperationCase extends Pick<Options, 'as' | 'scenario' | 'prepare'> {
  path: string
  /** Steps after the page has loaded, before the operation can be triggered. */
  setUp?: (page: RenderedRoute) => Promise<unknown>
  /** The page requests it when it loads, and `trigger` is the retry after a failure. */
  isRetry?: boolean
  /** Requested when the application starts on this path. */
  isInitial?: boolean
  /** Triggers it by click or keyboard, also after a failure. Without it, navigation to the page does. */
  trigger?: (page: RenderedRoute) => Promise<unknown>
  /** The element that shows the outcome. */
  area: () => Element | null
  /** Expected in `area` after a failure. */
  errorTexts: (failure: Failure) => Texts
  /** Failures after which the page is in another state, so that the next one needs a new page. */
  needsNewPage?: (failure: Failure) => boolean
  /** Failures of a load that offer a retry; by default all but an error of the application. */
  isRetryable?: (failure: Failure) => boolean
  /** Whether the page shows that the request is pending; by default a busy element in `area`. */
  isPending?: () => boolean
  /** Expected after a success, in `area` by default. */
  success: { texts: Texts; area?: () => Element | null }
}
