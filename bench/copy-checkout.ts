import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'

/** Folders that are not copied. */
const leftOut = /^(?:\.git|node_modules|dist.*|test-results|playwright-report|screenshots)$/

/**
 * Copies the checkout, uncommitted changes included, into a new temporary folder and links the installed packages.
 * Delete it with `removeCopy`.
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
