import { describe, expect, it } from 'vitest'
import { competencySeeds, groupSeeds } from './groups.gen'
import { taskImages } from './images.gen'
import type { GroupSeed, TaskSeed } from './types'

// The shape of each file is checked by `npm run generate` (mocks/content/schema.json).

const CYRILLIC = /\p{Script=Cyrillic}/u

const getTasks = (group: GroupSeed): TaskSeed[] => group.categories.flatMap(category => category.tasks)

const getMarkdown = (task: TaskSeed): string[] => [
  task.description,
  task.writeup?.content ?? '',
  ...task.hints.map(hint => hint.text),
]

/** Every text of a task that a user can read. */
const getStrings = (task: TaskSeed): string[] => [
  task.title,
  ...getMarkdown(task),
  ...task.flags.map(flag => flag.title ?? ''),
  ...(task.lab?.endpoints ?? []).map(endpoint => endpoint.label),
]

/** Lines outside code blocks. */
function getProse(markdown: string): string[] {
  let isCode = false
  return markdown.split('\n').filter(line => {
    if (!/^\s*```/.test(line)) return !isCode
    isCode = !isCode
    return false
  })
}

const findDuplicates = (values: readonly unknown[]) =>
  values.filter((value, index) => values.indexOf(value) !== index)

const allTasks = groupSeeds.flatMap(getTasks)

describe('groups', () => {
  it('are in the order of their ids, with unique codes', () => {
    expect(groupSeeds.map(group => group.id)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
    expect(findDuplicates(groupSeeds.map(group => group.inviteCode))).toEqual([])
    expect(findDuplicates(groupSeeds.flatMap(group => group.mnemonicCode ?? []))).toEqual([])
  })

  it('in English have no Cyrillic', () => {
    const strings = groupSeeds
      .filter(({ language }) => language === 'en')
      .flatMap(group => [
        group.name,
        group.description,
        ...group.categories.map(({ name }) => name),
        ...getTasks(group).flatMap(getStrings),
      ])
    expect(strings.filter(text => CYRILLIC.test(text))).toEqual([])
  })
})

it('ids are unique and follow from those of the group', () => {
  expect(findDuplicates(allTasks.map(({ id }) => id))).toEqual([])
  expect(findDuplicates(competencySeeds.map(({ id }) => id))).toEqual([])
  for (const group of groupSeeds)
    for (const { id, gitlabId, title } of getTasks(group)) {
      expect(Math.floor(id / 100), title).toBe(group.id)
      // All tasks of groups 1 and 2 are in the learning-management system.
      if (gitlabId !== undefined || group.id <= 2) expect(gitlabId, title).toBe(id + 4000)
    }
})

describe('tasks', () => {
  const competencies = new Set(competencySeeds.map(({ id }) => id))
  const rules: Record<string, (task: TaskSeed) => boolean> = {
    'have flags that no text gives away': task =>
      task.flags.every(({ stem }) => getStrings(task).every(text => !text.includes(stem))),
    'have a title for each of several flags': ({ flags }) =>
      flags.length === 1 || flags.every(({ title }) => title),
    'are worth more points than their hints cost': ({ hints, points }) =>
      hints.reduce((sum, { cost }) => sum + cost, 0) < points,
    'are active if they are important': ({ important, status }) => !important || status === 'active',
    'have known competencies': task => task.competencies.every(id => competencies.has(id)),
    'have images with an alternative text': task =>
      getStrings(task)
        .flatMap(text => [...text.matchAll(/!\[([^\]]*)\]\(\/files\/images\/([^)]*)\)|!\[/g)])
        .every(([, alt, name = '']) => alt && Object.hasOwn(taskImages, name)),
    'have code blocks that are closed and name their language': task =>
      getMarkdown(task).every(text => {
        const fences = text.split('\n').filter(line => /^\s*```/.test(line))
        return (
          fences.length % 2 === 0 &&
          fences.every((fence, index) => (index % 2 === 0 ? /```[a-z]+$/ : /```$/).test(fence))
        )
      }),
    'have headings from ###': task =>
      !getMarkdown(task)
        .flatMap(getProse)
        .some(line => /^#{1,2} /.test(line)),
    'have inline code that is closed': task =>
      getMarkdown(task).every(text => getProse(text).join('\n').split('`').length % 2 === 1),
    'have a usable lab': ({ lab }) =>
      !lab ||
      (lab.extendWindowSeconds < lab.lifetimeSeconds &&
        (!lab.hasTerminal || lab.endpoints.some(({ protocol, port }) => protocol === 'ssh' || port === 53))),
  }

  it.each(Object.entries(rules))('%s', (_, isMet) => {
    expect(allTasks.filter(task => !isMet(task)).map(({ id, title }) => `${id} ${title}`)).toEqual([])
  })
})

it('Russian prose uses «ёлочки», not straight quotation marks', () => {
  const prose = groupSeeds
    .filter(group => group.language === 'ru')
    .flatMap(group => getTasks(group).flatMap(getMarkdown))
    .flatMap(text =>
      getProse(text)
        .join('\n')
        .replaceAll(/`[^`]*`/g, '')
        .split('\n'),
    )
  expect(prose.filter(line => /["“”]/.test(line))).toEqual([])
})

it.each(Object.entries(taskImages))('image %s is a complete drawing', (_, svg) => {
  expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 \d+ \d+".*<\/svg>$/)
  expect(svg).not.toMatch(/<script|NaN|undefined/)
})
