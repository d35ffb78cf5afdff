import { foreignHosts } from './platform/data/content-checks'

/** Hosts of real sites that may be named: a namespace of the web, and what a tool prints about itself. */
const namespaces: ReadonlySet<string> = new Set(['www.w3.org', 'nmap.org'])

/** Names that no domain outside can have: one word, the loopback host, private networks, and what a template puts in later. */
const ownHost =
  /^(?:[a-z\d-]+|localhost|[^.]*[$*…{}<>].*|.*[$*…{}<>].*)$|^(?:10|192\.168|0)\.|^\[|^127\.|^0\.0\.0\.0$/i

/** Hosts of addresses and e-mails in a source text that somebody could own. */
export function realHosts(text: string): string[] {
  const hosts = foreignHosts(text.replaceAll('\\n', '\n'))
    .map(host => host.replace(/^[^@]*@/, '').replace(/[.,;\\]+$/, ''))
    .filter(host => host !== '' && !ownHost.test(host) && !namespaces.has(host.toLowerCase()))
    .filter(host => !/^\d+(?:\.\d+){3}$/.test(host))
    .filter(
      host => !/\.(?:example|test|invalid|localhost|[a-z])$|(?:^|\.)example\.(?:com|org|net)$/i.test(host),
    )
  return [...new Set(hosts)]
}

/** What real services give out as a key, by what it is. */
const secrets: [RegExp, string][] = [
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

/** What in a text looks like a secret of a service or the bank card of somebody. */
export function secretsLike(text: string): string[] {
  const cards = (text.match(cardNumber) ?? []).filter(hasCheckDigit)
  return [
    ...secrets.filter(([pattern]) => pattern.test(text)).map(([, meaning]) => meaning),
    ...cards.map(() => 'a number of a bank card'),
  ]
}

/** The last digit of a card's number follows from the others (Luhn). */
function hasCheckDigit(number: string): boolean {
  const digits = [...number.replace(/\D/g, '')].map(Number).reverse()
  const sum = digits.reduce((total, digit, index) => {
    const value = index % 2 === 0 ? digit : digit * 2
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}
