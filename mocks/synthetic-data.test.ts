import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findRealHosts, findSecrets } from './synthetic-data'

const root = join(import.meta.dirname, '..')
const folders = ['mocks', 'src/test', 'e2e', 'openapi', 'scripts/fixtures', 'scripts/contract/fixtures']
const documents = ['public/config.json', 'README.md', 'CONTRIBUTING.md', 'SECURITY.md']

/** Tests with forbidden examples. */
const passedOver = ['mocks/synthetic-data.test.ts', 'mocks/platform/data/find-unreserved-hosts.test.ts']

const texts = [
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
  .filter(name => !passedOver.includes(name) && !/\.gen\./.test(name))
  .map(name => ({ name, text: readFileSync(join(root, name), 'utf8') }))

describe('V05 made-up data', () => {
  it('V05 has no host that could belong to someone, except in documents', () => {
    const found = texts
      .filter(({ name }) => !name.endsWith('.md') || name.startsWith('mocks/content/'))
      .flatMap(({ name, text }) => findRealHosts(text).map(host => `${name}: ${host}`))
    expect(texts.length).toBeGreaterThan(300)
    expect(found).toEqual([])
  })

  it('V05 has nothing that looks like a key, a token or a card', () => {
    expect(texts.flatMap(({ name, text }) => findSecrets(text).map(found => `${name}: ${found}`))).toEqual([])
  })

  it.each([
    ['see https://real-site.com/page', 'real-site.com'],
    ['http://example.com.evil.org:8080/', 'example.com.evil.org'],
    ["email: 'someone@mail.org'", 'mail.org'],
    ['wss://terminal.company.ru/x', 'terminal.company.ru'],
    ['https://user@company.ru', 'company.ru'],
  ])('V05 finds the host of %j', (text, host) => {
    expect(findRealHosts(text)).toEqual([host])
  })

  it.each([
    'https://good.example/a https://files.example.com/ http://localhost:5173 ws://webssh:8022 a@b.test',
    'http://10.20.30.40:8080/ http://127.0.0.1:4010 http://[::1]:9000/ http://0x7f000001/',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: sources hold templates.
    'http://localhost${path} https://${host}/a https://*.example',
  ])('V05 accepts %j', text => {
    expect(findRealHosts(text)).toEqual([])
  })

  it.each([
    ['AKIA', 'IOSFODNN7EXAMPLQ', 'AWS'],
    ['ghp_', 'a'.repeat(36), 'GitHub'],
    ['glpat-', 'a'.repeat(20), 'GitLab'],
    ['npm_', 'a'.repeat(36), 'npm'],
    ['xoxb-', '123456789012', 'Slack'],
    ['sk_live_', 'a'.repeat(24), 'Stripe'],
    ['AIza', 'a'.repeat(35), 'Google'],
    ['sk-ant-', 'a'.repeat(24), 'model'],
    ['123456789:AA', 'a'.repeat(33), 'Telegram'],
    ['SG.', `${'a'.repeat(22)}.${'b'.repeat(43)}`, 'SendGrid'],
    ['eyJhbGciOiJIUzI1NiJ9.', `eyJzdWIiOiIxIn0x.${'a'.repeat(43)}`, 'JSON web token'],
    ['-----BEGIN RSA ', `PRIVATE KEY-----\n${`${'a'.repeat(64)}\n`.repeat(5)}`, 'private key'],
    ['4111 1111 ', '1111 1111', 'bank card'],
  ])('V05 recognizes a credential that begins with %s', (start, rest, meaning) => {
    expect(findSecrets(`const a = '${start}${rest}'`)).toEqual([expect.stringContaining(meaning)])
  })

  it.each([
    'a6f1c0ffee00aa55',
    'FLAG{look-around}',
    '40817810000000000000',
    'Bearer access-1',
    '1760000000000',
  ])('V05 accepts %j, which is no real credential', text => {
    expect(findSecrets(text)).toEqual([])
  })
})
