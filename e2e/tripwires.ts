import type { BrowserContext, ConsoleMessage, Request } from '@playwright/test'

/** What went wrong beside the test's own steps; any entry fails the test at its end. */
export type Tripwires = {
  /** Says that a console error is expected, for example the browser's own line about a 404 that the test provokes. */
  allowConsole(pattern: RegExp): void
  /** Says that a violation of the policy is expected, matched against `directive blocked-address`. */
  allowViolation(pattern: RegExp): void
  /** Says that the journey goes by another host, which it plays itself. */
  allowForeign(pattern: RegExp): void
  /** Every violation of the policy so far, as `directive blocked-address`. */
  violations(): string[]
  /** One sentence for each wire that was touched and not allowed. */
  findings(): string[]
}

declare global {
  interface Window {
    reportViolation?: (violation: string) => void
  }
}

/** Watches every page of a context, from before its first script. */
export async function installTripwires(context: BrowserContext, origin: string): Promise<Tripwires> {
  const allowedConsole: RegExp[] = []
  const allowedViolations: RegExp[] = []
  const allowedForeign: RegExp[] = []
  const consoleErrors: string[] = []
  const violations: string[] = []
  const foreign: Request[] = []
  const others: string[] = []

  context.on('console', message => {
    if (message.type() === 'error') consoleErrors.push(describeConsole(message))
  })
  context.on('weberror', error => others.push(`page error: ${error.error().stack ?? error.error().message}`))
  context.on('dialog', dialog => {
    others.push(`dialog: ${dialog.message()}`)
    return dialog.dismiss()
  })
  context.on('request', request => {
    if (isForeign(request.url(), origin)) foreign.push(request)
  })
  context.on('page', page => {
    page.on('websocket', socket => {
      if (isForeign(socket.url(), origin)) others.push(`socket to another host: ${socket.url()}`)
    })
  })
  await context.exposeBinding('reportViolation', (_, violation: string) => violations.push(violation))
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', event => {
      window.reportViolation?.(`${event.effectiveDirective} ${event.blockedURI} ${event.sample}`)
    })
  })

  return {
    allowConsole: pattern => allowedConsole.push(pattern),
    allowViolation: pattern => {
      allowedViolations.push(pattern)
      // The browser also writes each violation to the console.
      allowedConsole.push(/Content Security Policy|TrustedHTML|TrustedScript/)
    },
    allowForeign: pattern => allowedForeign.push(pattern),
    violations: () => violations,
    findings: () => [
      ...without(consoleErrors, allowedConsole).map(text => `console.error: ${text}`),
      ...without(violations, allowedViolations).map(text => `policy violation: ${text}`),
      ...without(foreign.filter(hasLeft).map(addressOf), allowedForeign).map(
        address => `request to another host: ${address}`,
      ),
      ...others,
    ],
  }
}

/** The browser's own line of a failed load, with the address that it is about. */
function describeConsole(message: ConsoleMessage): string {
  return `${message.text()} (${message.location().url})`
}

/** What the policy stopped never left the browser; it is a violation already. */
function hasLeft(request: Request): boolean {
  return request.failure()?.errorText !== 'csp'
}

const addressOf = (request: Request): string => request.url()

function without(texts: string[], allowed: RegExp[]): string[] {
  return texts.filter(text => !allowed.some(pattern => pattern.test(text)))
}

function isForeign(address: string, origin: string): boolean {
  const url = new URL(address)
  return !['data:', 'blob:', 'about:'].includes(url.protocol) && url.host !== new URL(origin).host
}
