import { md } from '../markdown'
import type { FileSeed, ShellSeed } from '../shell-types'

const places = ['море', 'берег', 'лес', 'город', 'сад', 'мост', 'река']
const things = [
  'письмо',
  'лодку',
  'ветер',
  'фонарь',
  'чайку',
  'поезд',
  'снег',
  'маяк',
  'дорогу',
  'дождь',
  'песню',
]
const wanted = 637

/** A thousand letters; one of them alone has the lighthouse and not the shore. */
function letters(): Record<string, FileSeed> {
  const files: Record<string, FileSeed> = {}
  for (let number = 1; number <= 1000; number++) {
    const isWanted = number === wanted
    const thing = isWanted ? 'маяк' : (things[(number * 7) % things.length] ?? '')
    const place = isWanted
      ? 'мост'
      : thing === 'маяк'
        ? 'берег'
        : (places[(number * 3) % places.length] ?? '')
    const end = isWanted ? '{{flag:4011}}' : `Письмо ${number} из тысячи.`
    files[`/home/student/letters/letter-${String(number).padStart(4, '0')}.txt`] = {
      daysAgo: 60,
      text: `Здравствуйте!\nСегодня вспоминаем ${place} и ${thing}.\nДо встречи.\n${end}\n`,
    }
  }
  return files
}

/** A console with a thousand letters: task 401. */
export const lettersShell: ShellSeed = {
  host: 'school',
  address: '192.0.2.40',
  welcome: md`
    Учебная консоль. Команды: help. Shift+Tab выводит из терминала.
  `,
  files: letters(),
}

/** A console with files of every mode: task 402. */
export const modesShell: ShellSeed = {
  host: 'school',
  address: '192.0.2.40',
  groups: ['class'],
  welcome: md`
    Учебная консоль. Команды: help. Shift+Tab выводит из терминала.
  `,
  accounts: [{ name: 'teacher', id: 1001 }],
  files: {
    '/srv/school/plan.txt': { owner: 'teacher', mode: 0o644, text: 'Урок 1. Права доступа.\n' },
    '/srv/school/marks.txt': {
      owner: 'teacher',
      group: 'class',
      mode: 0o600,
      text: 'Оценки видит только учитель.\n',
    },
    '/srv/school/tasks/one.txt': { owner: 'teacher', group: 'class', mode: 0o640, text: 'Кто владелец?\n' },
    '/srv/school/tasks/two.txt': { owner: 'teacher', group: 'class', mode: 0o660, text: 'Кто группа?\n' },
    '/srv/school/tasks/three.txt': { owner: 'teacher', group: 'class', mode: 0o040, text: '{{flag:4021}}\n' },
    '/srv/school/tasks/four.txt': { owner: 'teacher', mode: 0o604, text: 'Кто все остальные?\n' },
  },
}
