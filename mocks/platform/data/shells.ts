import type { FileSeed, ShellSeed } from '../../shell/seed'
import { labShells } from './shells.gen'

/** The host of a lab with a terminal but without a `.shell.yaml` file. */
export const spareShell: ShellSeed = {
  host: 'lab',
  address: '192.0.2.10',
  welcome: 'Debian GNU/Linux 13',
  files: {},
}

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

/** A thousand files; only the wanted one names the lighthouse and not the shore. */
function makeLetters(): Record<string, FileSeed> {
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

const commandLineShell: ShellSeed = {
  host: 'school',
  address: '192.0.2.40',
  welcome: 'Учебная консоль. Команды: help. Shift+Tab выводит из терминала.',
  files: makeLetters(),
}

/** The hosts of the labs, by task id. */
export const shellSeeds: ReadonlyMap<number, ShellSeed> = new Map([...labShells, [401, commandLineShell]])
