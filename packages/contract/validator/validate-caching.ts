import type { ContractViolation } from './drift-classes'
import { driftIds } from './drift-ids'
import { getHeader, type HeaderList } from './exchange'
import { toPrintableWord } from './printable'
import { type DocumentedContext, makeViolation } from './response-context'

/**
 * What is sent to one user alone must not be stored: a shared cache could hand it to another, and states, times and the
 * clock of an exam would be old. This client asks no cache of the browser, so that one costs nothing but is named.
 */
export function validateCaching(context: DocumentedContext): ContractViolation[] {
  const { operation, documented, response } = context
  if (operation.method !== 'get' || operation.security !== 'bearer' || documented.status > 299) return []
  const found = findStorage(response.headers)
  if (!found) return []
  const { what, came, isShared } = found
  return [
    makeViolation(context, driftIds.cacheableAnswer, {
      place: `answer ${documented.status} header cache-control`,
      what: `The answer ${documented.status} is for one user, and ${what}.`,
      came,
      ...(!isShared && { severity: 'information' }),
    }),
  ]
}

type Storage = { readonly what: string; readonly came: string; readonly isShared?: true }

function findStorage(headers: HeaderList): Storage | null {
  const directives = readDirectives(headers)
  const age = getHeader(headers, 'age')?.trim() ?? ''
  if (/^[1-9]\d*$/.test(age))
    return { what: `a cache answered it (Age: ${toPrintableWord(age)})`, came: 'stored', isShared: true }
  if (directives.has('no-store') || directives.has('no-cache')) return null
  if (directives.has('public') || isPositive(directives.get('s-maxage')))
    return { what: 'Cache-Control lets every cache on the way store it', came: 'shared', isShared: true }
  if (isPositive(directives.get('max-age')))
    return { what: 'Cache-Control lets the browser answer it again for a while', came: 'browser' }
  // Browsers take a tenth of the age of the file.
  if (directives.size === 0 && getHeader(headers, 'last-modified') !== undefined)
    return {
      what: 'with Last-Modified and no Cache-Control browsers store it as they see fit',
      came: 'guessed',
    }
  return null
}

/** By name in lower case; several headers are one list. */
function readDirectives(headers: HeaderList): Map<string, string> {
  const lists = headers.filter(([name]) => name === 'cache-control').map(([, value]) => value.slice(0, 1000))
  // `no-cache="set-cookie"` is about one header only.
  const parts = lists
    .join(',')
    .replaceAll(/(?:no-cache|private)="[^"]*"/gi, '')
    .split(',')
  return new Map(
    parts
      .map(part => part.trim().toLowerCase())
      .filter(part => part !== '')
      .map(part => {
        const [name = '', value = ''] = part.split('=')
        return [name, value.replaceAll('"', '')]
      }),
  )
}

function isPositive(seconds: string | undefined): boolean {
  return Number(seconds) > 0
}
