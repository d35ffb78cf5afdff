const RESERVED_NAME = /(?:^|\.)(?:example|test|invalid|localhost)$|(?:^|\.)example\.(?:com|org|net)$/
const RESERVED_ADDRESS = /^(?:192\.0\.2|198\.51\.100|203\.0\.113)\.\d{1,3}$|^127(?:\.\d{1,3}){1,3}$/
/** Other spellings of the loopback address, from the tasks on server-side request forgery. */
const LOOPBACK_SPELLINGS: ReadonlySet<string> = new Set(['2130706433', '0x7f000001', '[::1]'])

/** Hosts in URLs and emails, and IPv4 addresses, that are not reserved for documentation (RFC 2606, RFC 5737). */
export function findUnreservedHosts(text: string): string[] {
  const inUrls = [...text.matchAll(/\b(?:https?|wss?|ftp):\/\/(\[[^\]]*\]|[^\s/:?#)'"`|]+)/g)].map(
    match => match[1] ?? '',
  )
  const inEmails = [...text.matchAll(/[\w.+-]+@([a-z][a-z0-9-]*(?:\.[a-z0-9-]+)+)/gi)].map(
    match => match[1] ?? '',
  )
  const inAddresses = [...text.matchAll(/(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?![\d.])/g)].map(match => match[0])
  return [...inUrls, ...inEmails, ...inAddresses].filter(
    host => !RESERVED_NAME.test(host) && !RESERVED_ADDRESS.test(host) && !LOOPBACK_SPELLINGS.has(host),
  )
}
