import { md } from '../../markdown'
import type { ShellSeed } from '../../shell-types'

const ssh = { port: 22, service: 'ssh', version: 'OpenSSH 10.0p2' }

/** A machine inside of a small network: task 130. */
export const portScanShell: ShellSeed = {
  host: 'scanner',
  address: '198.51.100.2',
  welcome: md`
    scanner · машина для сканирования, сеть 198.51.100.0/28. Команды: help. Shift+Tab выводит из терминала.
  `,
  files: {
    '/home/student/scope.txt':
      'Разрешение: только 198.51.100.0/28, только на время лаборатории.\nВсё, что нашли, — в отчёт.\n',
  },
  network: [
    {
      address: '198.51.100.4',
      names: ['www.office.test'],
      ports: [
        { port: 80, service: 'http', version: 'nginx 1.26.3', pages: { '/': 'Внутренний сайт переехал.\n' } },
        ssh,
      ],
    },
    {
      address: '198.51.100.5',
      names: ['build.office.test'],
      ports: [
        ssh,
        { port: 8080, service: 'http-proxy', version: 'Jetty 12', pages: { '/': 'Нужен вход.\n' } },
        {
          port: 31_415,
          service: 'unknown',
          version: 'build-agent 0.3 (debug)',
          banner: '220 build-agent 0.3 DEBUG BUILD, do not ship\n220 session token {{flag:1301}}\n',
        },
      ],
    },
    {
      address: '198.51.100.9',
      names: ['printer.office.test'],
      ports: [{ port: 9100, service: 'jetdirect' }],
    },
  ],
}
