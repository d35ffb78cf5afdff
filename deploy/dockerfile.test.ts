import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { nginxPackages } from '../scripts/browser-tools'

const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8')

/** Instructions with their words; lines that go on are one. */
const instructions = read('./Dockerfile')
  .replaceAll(/^#.*\n/gm, '')
  .replaceAll(/\\\n\s*/g, '')
  .split('\n')
  .filter(line => line !== '')
  .map(line => ({ name: line.split(' ', 1)[0] ?? '', words: line.slice(line.indexOf(' ') + 1) }))

const wordsOf = (name: string) => instructions.filter(one => one.name === name).map(({ words }) => words)

describe('the image', () => {
  it('is made in two stages, and holds nothing of the first but the site and its configuration', () => {
    expect(wordsOf('FROM')).toHaveLength(2)
    const last = instructions.slice(instructions.findLastIndex(({ name }) => name === 'FROM'))
    const copied = last.filter(({ name }) => name === 'COPY').map(({ words }) => words)
    expect(copied).toEqual([
      '--from=build /build/dist /srv/flagship',
      '--from=build /build/nginx /usr/lib/flagship',
    ])
  })

  it.each(wordsOf('FROM'))('is made from a version that does not move: %s', image => {
    expect(image).toMatch(/^(?:node:\d+\.\d+\.\d+-|debian:\d+\.\d+-)[a-z-]+(?: AS build)?$/)
  })

  it('fetches nothing but packages: no ADD, no curl, no install scripts', () => {
    expect(wordsOf('ADD')).toEqual([])
    const runs = wordsOf('RUN').join('\n')
    expect(runs).not.toMatch(/curl|wget|https?:/)
    expect(runs.match(/npm (?:ci|install|i)\b.*/g)).toEqual(['npm ci --ignore-scripts'])
    expect(instructions.findIndex(({ words }) => words.includes('npm ci'))).toBeLessThan(
      instructions.findIndex(({ words }) => words === '. .'),
    )
  })

  it('checks what it built before it is served', () => {
    expect(wordsOf('RUN').join('\n')).toMatch(/npm run build && npm run deploy:nginx/)
  })

  it('has what the journeys run on', () => {
    const installed =
      /apt-get install -y --no-install-recommends ([^&]*)/.exec(wordsOf('RUN').join('\n'))?.[1] ?? ''
    expect(installed.trim().split(/\s+/)).toEqual(expect.arrayContaining(nginxPackages))
  })

  it('runs as a user by number who is not root, and ends in its start', () => {
    expect(wordsOf('USER')).toEqual(['10001:10001'])
    const after = instructions
      .slice(instructions.findIndex(({ name }) => name === 'USER'))
      .map(({ name }) => name)
    expect(after).not.toContain('RUN')
    expect(wordsOf('ENTRYPOINT')).toEqual(['["/usr/lib/flagship/start.sh"]'])
    expect(wordsOf('HEALTHCHECK').join()).toContain('/usr/lib/flagship/health.sh')
  })

  it('has https asked for at 443, whatever port it listens on', () => {
    expect(wordsOf('ENV').join(' ').split(' ')).toContain('OUTER_TLS_PORT=443')
  })

  it('has no secret in it, and no port that only root may have', () => {
    expect(instructions.map(({ words }) => words).join('\n')).not.toMatch(/token|password|secret|API_URL/i)
    for (const port of wordsOf('EXPOSE').join(' ').split(' ')) expect(Number(port)).toBeGreaterThan(1023)
  })
})

it('nothing goes into the build but what is named', () => {
  const lines = read('./Dockerfile.dockerignore')
    .split('\n')
    .filter(line => line !== '' && !line.startsWith('#'))
  expect(lines[0]).toBe('*')
  const named = lines.filter(line => line.startsWith('!'))
  expect(named).toEqual(expect.arrayContaining(['!package-lock.json', '!src', '!deploy', '!vite.config.ts']))
  expect(named.join()).not.toMatch(/git|node_modules|\.env|dist|test-results/)
  expect(lines).toContain('**/.env*')
})
