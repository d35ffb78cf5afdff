import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const folders = [
  'mocks',
  'src/test',
  'e2e',
  'openapi',
  'packages/contract/fixtures',
  'packages/drift/fixtures',
]
const documents = ['public/config.json', 'README.md', 'CONTRIBUTING.md', 'SECURITY.md']

const strings = [
  ...folders.flatMap(folder =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter(
        entry =>
          entry.isFile() && /\.(?:tsx?|js|json|ya?ml|html|svg|css|md|har|ndjson|txt)$/.test(entry.name),
      )
      .map(entry => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/')),
  ),
  ...documents,
]
  // This file has forbidden examples.
  .filter(name => name !== 'mocks/synthetic-data.test.ts' && !/\.gen\./.test(name))
  .map(name => ({ name, text: readFileSync(join(root, name), 'utf8') }))

/** Reserved for documentation by RFC 2606 and RFC 5737, and other spellings of the loopback address. */
const reservedHost =
  /(?:^|\.)(?:example|test|invalid|localhost)$|(?:^|\.)example\.(?:com|org|net)$|^(?:192\.0\.2|198\.51\.100|203\.0\.113)\.\d{1,3}$|^127(?:\.\d{1,3}){1,3}$|^(?:2130706433|0x7f000001|\[::1\])$/i

/** Names that can't be public domains: single words, private addresses, template placeholders; an XML namespace, a tool. */
const privateHost =
  /^[a-z\d-]*$|[$*…{}<>]|\.[a-z]$|^(?:10|192\.168|0)\.|^\[|^127\.|^0\.0\.0\.0$|^(?:www\.w3|nmap)\.org$/i

/** Hosts in URLs and emails. */
function findNames(text: string): string[] {
  const inUrls = text.matchAll(/\b(?:https?|wss?|ftp):\/\/(\[[^\]]*\]|[^\s/:?#)'"`|]+)/g)
  const inEmails = text.matchAll(/[\w.+-]+@([a-z][a-z0-9-]*(?:\.[a-z0-9-]+)+)/gi)
  return [...inUrls, ...inEmails].map(match => match[1] ?? '').filter(host => !reservedHost.test(host))
}

const findAddresses = (text: string): string[] =>
  [...text.matchAll(/(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?![\d.])/g)]
    .map(([address]) => address)
    .filter(address => !reservedHost.test(address))

/** Hosts of URLs and emails that could belong to someone. */
function findRealHosts(text: string): string[] {
  const hosts = findNames(text.replaceAll(/\\n|\\u00[01][\da-f]/gi, '\n'))
    .map(host => host.replace(/^[^@]*@/, '').replace(/[.,;\\]+$/, ''))
    .filter(host => !privateHost.test(host) && !reservedHost.test(host) && !/^\d+(?:\.\d+){3}$/.test(host))
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
function findSecrets(text: string): string[] {
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

describe('V05 made-up data', () => {
  it('V05 has no host that could belong to someone, except in documents', () => {
    const found = strings
      .filter(({ name }) => !name.endsWith('.md') || name.startsWith('mocks/content/'))
      .flatMap(({ name, text }) => findRealHosts(text).map(host => `${name}: ${host}`))
    expect(strings.length).toBeGreaterThan(300)
    expect(found).toEqual([])
  })

  it('V05 has only reserved hosts and addresses in the courses', () => {
    const courses = strings.filter(({ name }) => /^mocks\/content\/group-\d\/.*\.md$/.test(name))
    const found = courses.flatMap(({ name, text }) =>
      [...findNames(text), ...findAddresses(text)].map(host => `${name}: ${host}`),
    )
    expect(courses.length).toBeGreaterThan(80)
    expect(found).toEqual([])
  })

  it('V05 has nothing that looks like a key, a token or a card', () => {
    expect(strings.flatMap(({ name, text }) => findSecrets(text).map(found => `${name}: ${found}`))).toEqual(
      [],
    )
  })
})
