import { describe, expect, it } from 'vitest'
import { competencySeeds } from './competencies'
import { foreignHosts, proseOf, tasksOf, textsOf } from './content-checks'
import { groupSeeds } from './groups'
import { taskImages } from './images'

const tasks = groupSeeds.flatMap(tasksOf)
const competencies = new Set(competencySeeds.map(competency => competency.id))

describe.each(tasks)('task $id "$title"', task => {
  const texts = textsOf(task)
  const markdown = [task.description, task.writeup?.content ?? '', ...task.hints.map(hint => hint.text)]

  it('has no empty field', () => {
    expect(texts.filter(({ text }) => text.trim() === '')).toEqual([])
    expect(task.points).toBeGreaterThan(0)
    expect(task.description.split(/\s+/).length).toBeGreaterThanOrEqual(20)
    for (const file of task.attachments) {
      expect(file.name).toMatch(/^[\w-]+(?:\.[a-z0-9]+)*$/i)
      expect(file.size).toBeGreaterThan(0)
    }
  })

  it('has sound flags that no text gives away', () => {
    for (const flag of task.flags) {
      expect(flag.prefix).toMatch(/^[a-z]+$/)
      expect(flag.stem).toMatch(/^[a-z0-9_]+$/)
      if (task.flags.length > 1) expect(flag.title).toBeTruthy()
      expect(texts.filter(({ text }) => text.includes(flag.stem)).map(({ where }) => where)).toEqual([])
    }
    expect(task.hints.reduce((sum, hint) => sum + hint.cost, 0)).toBeLessThan(task.points)
  })

  it('names competencies that exist', () => {
    expect(task.competencies.length).toBeGreaterThan(0)
    expect(task.competencies.filter(id => !competencies.has(id))).toEqual([])
  })

  it('points at reserved hosts and at pictures that exist', () => {
    expect(texts.flatMap(({ text }) => foreignHosts(text))).toEqual([])
    for (const text of markdown) {
      for (const [, alt, address] of text.matchAll(/!\[([^\]]*)\]\(([^)]*)\)/g)) {
        expect(alt).toBeTruthy()
        expect(taskImages).toHaveProperty([address?.replace('/files/images/', '') ?? ''])
      }
    }
  })

  it('is well-formed Markdown', () => {
    for (const text of markdown) {
      const fences = text.split('\n').filter(line => /^\s*```/.test(line))
      expect(fences.length % 2, 'each code block is closed').toBe(0)
      for (const [index, fence] of fences.entries()) {
        if (index % 2 === 0) expect(fence, 'each code block names its language').toMatch(/```[a-z]+$/)
      }
      const prose = proseOf(text)
      expect(
        prose.filter(line => /^#{1,2} /.test(line)),
        'headings start from ###',
      ).toEqual([])
      expect(prose.join('\n').split('`').length % 2, 'inline code is closed').toBe(1)
      expect(
        prose.filter(line => line.includes('\\`')),
        'no escape is left over',
      ).toEqual([])
    }
  })

  it('has a lab that can be used', () => {
    if (!task.lab) return
    expect(task.lab.endpoints.length).toBeGreaterThan(0)
    expect(task.lab.expectedSeconds).toBeGreaterThanOrEqual(5)
    expect(task.lab.actualSeconds ?? task.lab.expectedSeconds).toBeLessThanOrEqual(90)
    expect(task.lab.extendWindowSeconds).toBeLessThan(task.lab.lifetimeSeconds)
    if (task.lab.hasTerminal)
      expect(task.lab.endpoints.some(end => end.protocol === 'ssh' || end.port === 53)).toBe(true)
  })
})

it('one description is very long', () => {
  expect(Math.max(...tasks.map(task => task.description.split(/\s+/).length))).toBeGreaterThan(500)
})

it('Russian prose uses «ёлочки», not straight quotation marks', () => {
  const russian = groupSeeds.filter(group => group.language === 'ru').flatMap(tasksOf)
  const straight = russian.flatMap(task =>
    [task.description, task.writeup?.content ?? '', ...task.hints.map(hint => hint.text)].flatMap(text =>
      proseOf(text)
        .join('\n')
        .replaceAll(/`[^`]*`/g, '')
        .split('\n')
        .filter(line => /["“”]/.test(line)),
    ),
  )
  expect(straight).toEqual([])
})

it.each(Object.entries(taskImages))('picture %s is a whole drawing', (_, svg) => {
  expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 \d+ \d+".*<\/svg>$/)
  expect(svg).not.toMatch(/<script|NaN|undefined/)
})
