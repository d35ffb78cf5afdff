import { type Ref, useState } from 'react'
import { cx } from './cx'
import { Skeleton, SkeletonGroup } from './skeleton'

export type PaymentFrameProps = {
  /** A checked address. */
  src: string
  /** What a screen reader calls the frame. */
  title: string
  loadingLabel: string
  ref?: Ref<HTMLIFrameElement> | undefined
  className?: string | undefined
}

/**
 * A bank needs scripts, its own origin, forms, and windows of its own to confirm a card; the window around it is not its to
 * lead away. A page of our own origin could lift these limits itself, so it gets none: browsers warn of that.
 */
const sandbox = 'allow-scripts allow-forms allow-same-origin allow-popups allow-popups-to-escape-sandbox'

const isOwn = (address: string): boolean => new URL(address, location.href).origin === location.origin

/** The page of a bank, with the shape of one until it has come. */
export function PaymentFrame({ src, title, loadingLabel, ref, className }: PaymentFrameProps) {
  const [isLoading, setLoading] = useState(true)
  return (
    <div
      className={cx('relative flex overflow-hidden rounded-control border border-line bg-surface', className)}
    >
      <iframe
        ref={ref}
        src={src}
        title={title}
        {...(!isOwn(src) && { sandbox })}
        allow="payment"
        referrerPolicy="no-referrer"
        onLoad={() => setLoading(false)}
        className="min-h-0 w-full flex-1 border-0"
      />
      {isLoading && (
        <SkeletonGroup label={loadingLabel} className="absolute inset-0 flex flex-col gap-4 bg-surface p-6">
          <Skeleton className="h-6 w-1/2" />
          <Skeleton className="h-control w-full" />
          <Skeleton className="h-control w-full" />
          <Skeleton className="h-control w-1/3" />
        </SkeletonGroup>
      )}
    </div>
  )
}
