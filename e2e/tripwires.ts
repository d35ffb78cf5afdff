import type { BrowserContext, ConsoleMessage, Request } from '@playwright/test'

/** Unexpected errors during a test; any entry fails the test at its end. */
export type Tripwires = {
  /** Allows a console error, for example about a 404 that the test provokes. */
  allowConsole(pattern: RegExp): void
  /** Allows a policy violation, matched against `directive blocked-url`. */
  allowViolation(pattern: RegExp): void
  /** Allows another host, which the test intercepts. */
  allowForeign(pattern: RegExp): void
  /** Policy violations so far, as `directive blocked-url`. */
  violations(): string[]
  /** One sentence for each unexpected error. */
  findings(): string[]
}

declare global {
  interface Window {
    reportViolation?: (violation: string) => void
  }
}

/** Observes every page of a context, from before its first script. */
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
      // Violations are also in the console.
      allowedConsole.push(/Content Security Policy|TrustedHTML|TrustedScript/)
    },
    allowForeign: pattern => allowedForeign.push(pattern),
    violations: () => violations,
    findings: () => [
      ...without(consoleErrors, allowedConsole).map(text => `console.error: ${text}`),
      ...without(violations, allowedViolations).map(text => `policy violation: ${text}`),
      ...without(foreign.filter(hasLeft).map(getAddress), allowedForeign).map(
        address => `request to another host: ${address}`,
      ),
      ...others,
    ],
  }
}

/** A console message about a failed load, with its URL. */
function describeConsole(message: ConsoleMessage): string {
  return `${message.text()} (${message.location().url})`
}

/** A request that the policy blocked is reported as a violation already. */
function hasLeft(request: Request): boolean {
  return request.failure()?.errorText !== 'csp'
}

const getAddress = (request: Request): string => request.url()

function without(messages: string[], allowed: RegExp[]): string[] {
  return messages.filter(text => !allowed.some(pattern => pattern.test(text)))
}

function isForeign(address: string, origin: string): boolean {
  const url = new URL(address)
  return !['data:', 'blob:', 'about:'].includes(url.protocol) && url.host !== new URL(origin).host
}
