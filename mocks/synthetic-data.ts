import { findUnreservedHosts } from './platform/data/find-unreserved-hosts'

/** Real hosts that are allowed: an XML namespace, and what a tool prints about itself. */
const namespaces: ReadonlySet<string> = new Set(['www.w3.org', 'nmap.org'])

/** Names that can't be public domains: single words, loopback and private addresses, template placeholders. */
const privateHost =
  /^(?:[a-z\d-]+|localhost|[^.]*[$*…{}<>].*|.*[$*…{}<>].*)$|^(?:10|192\.168|0)\.|^\[|^127\.|^0\.0\.0\.0$/i

/** Hosts of URLs and email addresses in a text that could belong to someone. */
export function findRealHosts(text: string): string[] {
  const hosts = findUnreservedHosts(text.replaceAll(/\\n|\\u00[01][\da-f]/gi, '\n'))
    .map(host => host.replace(/^[^@]*@/, '').replace(/[.,;\\]+$/, ''))
    .filter(host => host !== '' && !privateHost.test(host) && !namespaces.has(host.toLowerCase()))
    .filter(host => !/^\d+(?:\.\d+){3}$/.test(host))
    .filter(
      host => !/\.(?:example|test|invalid|localhost|[a-z])$|(?:^|\.)example\.(?:com|org|net)$/i.test(host),
    )
  return [...new Set(hosts)]
}

/** Formats of real credentials, with a description. */
const secretPatterns: [RegExp, string][] = [
  [/\bAKIA[0-9A-Z]{16}\b/, 'a key of AWS'],
  [/\bgh[pousr]_[A-Za-z0-9]{36}\b|\bgithub_pat_\w{22,}/, 'a token of GitHub'],
  [/\bglpat-[\w-]{20}\b/, 'a token of GitLab'],
  [/\bnpm_[A-Za-z0-9]{36}\b/, 'a token of npm'],
  [/\bxox[abprs]-[\w-]{10,}/, 'a token of Slack'],
  [/\b[rs]k_live_[A-Za-z0-9]{16,}/, 'a key of Stripe'],
  [/\bAIza[\w-]{35}\b/, 'a key of Google'],
  [/\bsk-(?:ant-|proj-)?[A-Za-z0-9]{20,}/, 'a key of a model service'],
  [/\b\d{8,10}:AA[\w-]{33}\b/, 'a token of a Telegram bot'],
  [/\bSG\.[\w-]{22}\.[\w-]{43}\b/, 'a key of SendGrid'],
  [/\beyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{20,}/, 'a signed JSON web token'],
  [/-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----\s*(?:[A-Za-z0-9+/=]{40,}\s*){4,}/, 'a private key'],
]

const cardNumber = /\b(?:4\d{3}|5[1-5]\d{2}|220[0-4])(?:[ -]?\d{4}){3}\b/g

/** Descriptions of what looks like a real credential or bank card. */
export function findSecrets(text: string): string[] {
  const cards = (text.match(cardNumber) ?? []).filter(hasCheckDigit)
  return [
    ...secretPatterns.filter(([pattern]) => pattern.test(text)).map(([, meaning]) => meaning),
    ...cards.map(() => 'a number of a bank card'),
  ]
}

/** The Luhn check. */
function hasCheckDigit(number: string): boolean {
  const digits = [...number.replace(/\D/g, '')].map(Number).reverse()
  const sum = digits.reduce((total, digit, index) => {
    const value = index % 2 === 0 ? digit : digit * 2
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}
