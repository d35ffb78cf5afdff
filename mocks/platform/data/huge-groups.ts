import { days } from './moments'
import type { CategorySeed, GroupSeed, TaskSeed } from './types'

/** As much as one person may ever see: groups in their list, and tasks in one of them. */
export const hugeCounts = { groups: 500, tasks: 1000 }

/** The group of a thousand tasks, its tasks with the longest description and with the longest that is parsed as Markdown. */
export const hugePlaces = { group: 9, longest: 1_009_001, parsed: 1_009_002 }

/** The most characters that the contract allows for a group's and for a task's description. */
const longest = { group: 5000, task: 1_000_000 }

/** Just below the size from which the client shows a text as it is. */
const parsedBytes = 195_000

const sentence =
  'Разбираем настоящие происшествия — от первой строки журнала — до отчёта, который прочтёт руководитель. '

/** Dashes of three bytes in place of spaces: 500 of these are 5 MB. */
const dense = 'Журнал—происшествие—отчёт—защита—'

const repeated = (text: string, length: number): string =>
  text.repeat(Math.ceil(length / text.length)).slice(0, length)

const section = `## Находка

${sentence}Смотрите \`access.log\` и **первые** минуты.

1. Найдите адрес, с которого пришли.
2. Сравните время с [календарём](https://calendar.example/week).

- узел \`192.0.2.7\` молчит;
- узел \`198.51.100.9\` отвечает слишком быстро.

\`\`\`python
for line in open('access.log'):
    print(line.split()[0])
\`\`\`

| Узел | Событий |
|---|---|
| web-1 | 1024 |
| web-2 | 12 |

`

function makeTask(groupId: number, number: number, description: string): TaskSeed {
  const id = 1_000_000 + groupId * 1000 + number
  return {
    id,
    title: `Задание ${number}: журнал узла ${(number * 37) % 256}`,
    difficulty: (['easy', 'medium', 'hard'] as const)[number % 3] ?? 'easy',
    points: 50 + (number % 10) * 25,
    important: number % 5 === 0,
    status: 'active',
    description,
    flags: [{ id: id * 10 + 1, prefix: 'flag', stem: `line_${number}` }],
    hints: [],
    attachments: [],
    writeup: { content: section, rule: 'always' },
    competencies: [1 + (number % 8)],
  }
}

function describe(number: number): string {
  if (number === 1) return repeated(section, longest.task)
  if (number !== 2) return section
  // Whole sections, so that no block of code is left open.
  return section.repeat(Math.floor(parsedBytes / new TextEncoder().encode(section).length))
}

function makeThousand(groupId: number): CategorySeed[] {
  const perCategory = 50
  return Array.from({ length: hugeCounts.tasks / perCategory }, (_, at) => ({
    id: groupId * 1000 + at,
    name: `Неделя ${at + 1}`,
    tasks: Array.from({ length: perCategory }, (_, index) => {
      const number = at * perCategory + index + 1
      return makeTask(groupId, number, describe(number))
    }),
  }))
}

function makeGroup(id: number): GroupSeed {
  const few = [
    { id: id * 1000, name: 'Разминка', tasks: [makeTask(id, 1, section), makeTask(id, 2, section)] },
  ]
  return {
    id,
    name: `Поток ${id}: разбор происшествий`,
    description: repeated(`${sentence}${dense.repeat(200)}`, longest.group),
    language: 'ru',
    inviteCode: `HUGE-${id}`,
    hideLeaderboard: false,
    // Every fourth has ended, so that both halves of the list are long.
    startsIn: days(-90),
    endsIn: days(id % 4 === 0 ? -1 : 90),
    participants: 20,
    categories: id === hugePlaces.group ? makeThousand(id) : few,
  }
}

/** The groups from 9 to 500. Made anew by each call: it takes a moment, so only a database that wants them asks. */
export const makeHugeGroups = (seeded: number): GroupSeed[] =>
  Array.from({ length: hugeCounts.groups - seeded }, (_, at) => makeGroup(seeded + 1 + at))
