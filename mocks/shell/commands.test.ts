import { describe, expect, it } from 'vitest'
import { commands, programNames } from './commands'
import { openTerminal } from './test-terminal'

const { run, session } = openTerminal()

describe('commands', () => {
  it.each([
    ['pwd', '/home/student\n'],
    ['whoami; hostname', 'student\nweb01\n'],
    ['id', 'uid=1000(student) gid=1000(student) groups=1000(student),4(adm)\n'],
    ['ls', 'letters  notes.txt\n'],
    ['ls | wc -l', '2\n'],
    ['ls -d /var/*', '/var/backups  /var/log  /var/www\n'],
    ['cat letters/*', 'Здравствуйте! Рабочее место готово. Вопросы по серверу — к Ольге.\n'],
    ['echo "a  b" \'c $HOME\' d\\ e $HOME ~/x', 'a  b c $HOME d e /home/student /home/student/x\n'],
    ['echo $(whoami)@`hostname` "$(pwd)"', 'student@web01 /home/student\n'],
    ['echo -e "a\\tb" # nothing', 'a\tb\n'],
    ['false || echo no; true && echo yes', 'no\nyes\n'],
    ['false; echo $?; true; echo $?', '1\n0\n'],
    ['head -n 1 /etc/passwd; tail -1 /etc/hostname', 'root:x:0:0:root:/root:/bin/bash\nweb01\n'],
    ['grep -c root /etc/passwd', '1\n'],
    ['grep -rn version /etc/os-release /etc/hostname', ''],
    ['grep -rin VERSION /etc/os-release', '/etc/os-release:3:VERSION_ID="13"\n'],
    ['grep -rl backups ~', '/home/student/.bash_history\n/home/student/notes.txt\n'],
    ['grep -E "^(root|sshd):" /etc/passwd | cut', 'bash: cut: command not found\n'],
    ['find /var/www -name "*.txt"', '/var/www/site/robots.txt\n'],
    ['find /var/backups -type f -size -1 2>/dev/null | sort', ''],
    ['wc -c /etc/hostname', '6 /etc/hostname\n'],
    [
      'file /usr/bin/ls /etc/hostname',
      '/usr/bin/ls: ELF 64-bit LSB pie executable, x86-64, dynamically linked, not stripped\n/etc/hostname: ASCII text\n',
    ],
    ['strings /usr/bin/whoami | head -n 2', '/lib64/ld-linux-x86-64.so.2\nwhoami\n'],
    ['echo привет | base64', '0L/RgNC40LLQtdGCCg==\n'],
    ['echo 0L/RgNC40LLQtdGCCg== | base64 -d', 'привет\n'],
    ['base64 -d < /etc/hosts', 'base64: invalid input\n'],
    ['echo b a b | xargs -n 2 echo', 'b a\nb\n'],
    ['echo x | xargs -I{} echo a{}b {}', 'axb x\n'],
    ['sort -u <<< x', 'x\n'],
    ['env | grep ^USER', 'USER=student\n'],
    ['curl -s http://web01:8080/robots.txt', 'User-agent: *\nDisallow: /admin\n'],
    ['curl http://127.0.0.1:8080/none', '404 page not found\n'],
    ['ss | grep -c LISTEN', '2\n'],
    ['nmap -p 8080 localhost | grep open', '8080/tcp   open  http-proxy\n'],
    ['which ls nothing', '/usr/bin/ls\n'],
    ['sh -c "echo one; echo two"', 'one\ntwo\n'],
    ['cd /var/log && pwd; cd - > /dev/null; pwd', '/var/log\n/home/student\n'],
    ['cd ..; ls -A; cd', 'deploy  olga  student\n'],
  ])('%s', (line, expected) => {
    expect(run(line)).toBe(expected)
  })

  it.each([
    ['foo', 'bash: foo: command not found'],
    ['./foo', 'bash: ./foo: No such file or directory'],
    ['/etc', 'bash: /etc: Is a directory'],
    ['./notes.txt', 'bash: ./notes.txt: Permission denied'],
    ['cat nothing', 'cat: nothing: No such file or directory'],
    ['cat /etc', 'cat: /etc: Is a directory'],
    ['cat /etc/shadow', 'cat: /etc/shadow: Permission denied'],
    ['cat /home/olga/todo.txt', 'cat: /home/olga/todo.txt: Permission denied'],
    ['ls /root', "ls: cannot open directory '/root': Permission denied"],
    ['ls -Z', "ls: invalid option -- 'Z'"],
    ['head -n x /etc/hosts', 'head: invalid number of lines: ‘x’'],
    ['grep', 'grep: Usage: grep'],
    ['grep "(a+)+" /etc/hosts -E', 'grep: unsupported or wrong pattern'],
    ['find -what', 'find: unknown predicate `-what'],
    ['cd nowhere', 'bash: cd: nowhere: No such file or directory'],
    ['cd notes.txt', 'bash: cd: notes.txt: Not a directory'],
    ['echo hi > file', 'bash: file: Read-only file system'],
    ['echo hi >> notes.txt', 'bash: notes.txt: Read-only file system'],
    ['touch x', "touch: cannot touch 'x': Read-only file system"],
    ['rm notes.txt', "rm: cannot remove 'notes.txt': Read-only file system"],
    ['sudo cat /root/x', 'Sorry, user student is not allowed to execute'],
    ['sudo -l', 'Sorry, user student may not run sudo on web01.'],
    ['su', 'Password:\nsu: Authentication failure'],
    ['ping nowhere', 'ping: nowhere: Name or service not known'],
    ['curl http://nowhere/', 'curl: (6) Could not resolve host: nowhere'],
    ['curl localhost:1', 'curl: (7) Failed to connect'],
    ['ls |', "bash: syntax error near unexpected token `newline'"],
    ['| ls', "bash: syntax error near unexpected token `|'"],
    ['echo "x', 'bash: unexpected EOF while looking for matching `"\''],
  ])('%s fails with the usual message', (line, expected) => {
    expect(run(line).slice(0, expected.length)).toBe(expected)
  })

  it('uses virtual time', () => {
    expect(run('date +%Y')).toMatch(/^20\d\d\n$/)
  })

  it('has all common commands', () => {
    const wanted =
      'ls cd pwd cat head tail grep find file wc strings echo whoami id hostname uname env history clear help date ps ss netstat ip ping nmap curl base64 sudo su exit man'
    expect(wanted.split(' ').filter(name => !commands.has(name))).toEqual([])
    expect(run('ls /usr/bin | wc -l')).toBe(`${programNames.length}\n`)
  })

  it('colors directories on the screen only', () => {
    expect(session.input('ls\r')).toContain('\x1b[1;34mletters\x1b[0m')
    expect(session.input('ls | cat\r')).not.toContain('\x1b[1;34mletters')
  })
})

describe('hostile output', () => {
  it('T10 T11 T12 comes raw from one binary log only', () => {
    const raw = session.input('cat /var/log/journal/noise.bin\r')
    for (const part of [
      '\x1b]52;c;',
      '\x1b]0;',
      '\x1b]8;;javascript:',
      '\x1b[2147483647b',
      '\x07'.repeat(400),
      '\x1b[c',
      '\x1b[6n',
      '\x1bP$qm\x1b\\',
    ]) {
      expect(raw).toContain(part)
    }
    expect(run('file /var/log/journal/noise.bin')).toBe('/var/log/journal/noise.bin: data\n')
    expect(run('grep -r JRNL /var/log 2>/dev/null')).toBe(
      'grep: /var/log/journal/noise.bin: binary file matches\n',
    )
    expect(run('cat -v /var/log/journal/noise.bin')).not.toContain('\x1b')
    expect(run('strings /var/log/journal/noise.bin')).not.toContain('\x1b')
  })

  it('cannot be infinite', () => {
    const { run: own } = openTerminal('group-2/setuid-wrapper')
    expect(own('restart-service \'x; restart-service "y; restart-service z"; :\'').length).toBeLessThan(2000)
    const printed = own(
      "echo '********************************a' ; ls /*/*/*/*",
      `echo ${'$(find /)'.repeat(20)}`,
    )
    expect(printed.length).toBeLessThan(3_000_000)
  })
})
