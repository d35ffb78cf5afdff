import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'

/** What a copy does without: what is installed, built or left behind by tests. */
const leftOut = /^(?:\.git|node_modules|dist.*|test-results|playwright-report|screenshots)$/

/**
 * A copy of the checkout in a new folder of the system's temporary one, what is not committed included, with the installed
 * packages linked. Delete it with `removeCopy`.
 */
export function copyCheckout(checkout: string): string {
  const copy = mkdtempSync(join(tmpdir(), 'flagship-bench-'))
  const isWanted = (path: string) => path === checkout || !leftOut.test(basename(path))
  cpSync(checkout, copy, { recursive: true, filter: isWanted })
  symlinkSync(join(checkout, 'node_modules'), join(copy, 'node_modules'), 'dir')
  return copy
}

export function removeCopy(copy: string): void {
  rmSync(copy, { recursive: true, force: true })
}
