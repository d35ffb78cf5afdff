import { type Ref, useState } from 'react'
import { cx } from '../../ui/cx'
import { Skeleton, SkeletonGroup } from '../../ui/skeleton'

type PaymentFrameProps = {
  /** An address that has been checked. */
  src: string
  title: string
  loadingLabel: string
  ref?: Ref<HTMLIFrameElement> | undefined
  className?: string | undefined
}

/**
 * A bank page needs scripts, forms, its own origin, and popups for card confirmation, but must not navigate the top window. A
 * same-origin page could remove its sandbox, so it gets none (browsers warn about that).
 */
const sandbox = 'allow-scripts allow-forms allow-same-origin allow-popups allow-popups-to-escape-sandbox'

const isSameOrigin = (address: string): boolean => new URL(address, location.href).origin === location.origin

/** The bank page, with a skeleton while it loads. */
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
        {...(!isSameOrigin(src) && { sandbox })}
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
