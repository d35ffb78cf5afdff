import type { ReactNode } from 'react'
import { cx } from '../../ui/cx'
import { SignalFlag } from '../../ui/signal-flag'
import type { Signal } from '../../ui/signals'

/** F, L, A, G. */
const flags: readonly Signal[] = [
  ['white', ['red', 'M9 0l9 9-9 9-9-9z']],
  ['yellow', ['black', 'M9 0h9v9H9zM0 9h9v9H0z']],
  ['white', ['blue', 'M9 0h9l-4 9 4 9H9z']],
  ['yellow', ['blue', 'M3 0h3v18H3zM9 0h3v18H9zM15 0h3v18h-3z']],
]

const session = `$ nmap -sV 10.10.7.12
22/tcp open  ssh   OpenSSH 9.6
80/tcp open  http  nginx 1.26

$ curl -s 10.10.7.12/robots.txt
Disallow: /backup

$ cat flag.txt`

const HoistedFlags = ({ className, size }: { className: string; size: string }) => (
  <div className={cx('flex gap-1 border-t-2 pt-1', className)}>
    {flags.map(signal => (
      <SignalFlag key={String(signal)} signal={signal} className={size} />
    ))}
  </div>
)

/** In place of the picture on phones. */
export const LoginFlags = () => <HoistedFlags className="w-fit border-control md:hidden" size="size-8" />

/** What this is, on wide screens: a terminal, and the word "flag" in signals. */
export const LoginPicture = ({ children }: { children: ReactNode }) => (
  <aside className="absolute top-0 left-full ml-16 w-[26rem] rounded-card bg-term p-6 text-term-text max-xl:hidden">
    <pre className="font-mono text-sm text-term-green" aria-hidden>
      <code translate="no">{session}</code>
    </pre>
    <HoistedFlags className="mt-6 border-term-bright-black" size="size-16" />
    <p className="mt-6 text-base">{children}</p>
  </aside>
)
