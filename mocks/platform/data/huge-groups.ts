import type { CategorySeed, GroupSeed, TaskSeed } from './types'

const DAY_SECONDS = 86_400

/**
 * The most that the client must handle: groups in the list, tasks in one of them, and sections of a long description
 * that the client still formats.
 */
export const hugeCounts = { groups: 500, tasks: 1000, sections: 300 }

/** The group of a thousand tasks; its tasks with the longest description and with the longest that is parsed as Markdown. */
export const hugeIds = { group: 9, longest: 1_009_001, parsed: 1_009_002 }

/** The most characters that the contract allows for a description. */
const MAX_LENGTH = { group: 5000, task: 1_000_000 }

const sentence =
  'Разбираем настоящие происшествия — от первой строки журнала — до отчёта, который прочтёт руководитель. '

/** Dashes take three bytes in place of spaces: 500 such descriptions are 5 MB. */
const dense = 'Журнал—происшествие—отчёт—защита—'

const repeatTo = (text: string, length: number): string =>
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

function makeDescription(number: number): string {
  if (number === 1) return repeatTo(section, MAX_LENGTH.task)
  if (number !== 2) return section
  return section.repeat(hugeCounts.sections)
}

function makeThousandTasks(groupId: number): CategorySeed[] {
  const perCategory = 50
  return Array.from({ length: hugeCounts.tasks / perCategory }, (_, at) => ({
    id: groupId * 1000 + at,
    name: `Неделя ${at + 1}`,
    tasks: Array.from({ length: perCategory }, (_, index) => {
      const number = at * perCategory + index + 1
      return makeTask(groupId, number, makeDescription(number))
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
    description: repeatTo(`${sentence}${dense.repeat(200)}`, MAX_LENGTH.group),
    language: 'ru',
    inviteCode: `HUGE-${id}`,
    hideLeaderboard: false,
    // Every fourth has ended, so that both halves of the list are long.
    startsIn: -90 * DAY_SECONDS,
    endsIn: (id % 4 === 0 ? -1 : 90) * DAY_SECONDS,
    participants: 20,
    categories: id === hugeIds.group ? makeThousandTasks(id) : few,
  }
}

/** The groups from 9 to 500. Slow: only call it for a database that needs them. */
export const makeHugeGroups = (seeded: number): GroupSeed[] =>
  Array.from({ length: hugeCounts.groups - seeded }, (_, at) => makeGroup(seeded + 1 + at))
