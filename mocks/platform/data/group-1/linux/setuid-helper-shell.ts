import { binary } from '../../../shell/base-files'
import { md } from '../../markdown'
import type { ShellSeed } from '../../shell-types'

/** A server with one program that works with somebody else's rights: task 136. */
export const setuidHelperShell: ShellSeed = {
  host: 'files01',
  address: '192.0.2.14',
  welcome: md`
    files01 · файловый сервер. Команды: help. Shift+Tab выводит из терминала.
  `,
  accounts: [{ name: 'backup', id: 1034 }],
  files: {
    '/home/backup/flag.txt': { mode: 0o600, daysAgo: 12, text: '{{flag:1361}}\n' },
    '/home/student/todo.txt': 'Спросить у Ольги, кто собирал backup-helper и где его исходный код.\n',
    '/usr/local/bin/backup-helper': {
      owner: 'backup',
      mode: 0o4755,
      daysAgo: 12,
      text: binary(
        '/lib64/ld-linux-x86-64.so.2',
        'setreuid',
        'strcmp',
        'system',
        'usage: backup-helper WORD',
        'wrong word',
        'granite-owl-71',
        'cat /home/backup/flag.txt',
      ),
      program: {
        as: 'backup',
        usage: 'backup-helper: wrong word\nusage: backup-helper WORD',
        word: 'granite-owl-71',
        line: 'cat /home/backup/flag.txt',
      },
    },
    '/usr/bin/passwd': { mode: 0o4755, text: binary('passwd') },
    '/usr/bin/mount': { mode: 0o4755, text: binary('mount') },
  },
}
