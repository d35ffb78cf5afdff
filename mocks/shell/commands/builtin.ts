import type { Command } from '../shell'
import { hasPermission, permissionDenied, resolvePath } from '../tree'
import { findNode } from './inputs'

/** Shell built-ins, and commands that only print why they don't work here. */

export const cd: Command = call => {
  const { shell, args } = call
  const [given] = args
  if (args.length > 1) return call.fail('too many arguments')
  const path = given === undefined ? shell.identity.home : given === '-' ? shell.previousCwd : given
  const node = findNode(call, path)
  const error =
    typeof node === 'string'
      ? node
      : node.kind === 'file'
        ? 'Not a directory'
        : hasPermission(shell.identity, node, 1)
          ? undefined
          : permissionDenied
  if (error) return call.fail(`${path}: ${error}`)
  shell.previousCwd = shell.cwd
  shell.cwd = resolvePath(shell.cwd, path)
  return given === '-' ? call.print(`${shell.cwd}\n`) : 0
}

export const pwd: Command = ({ print, shell }) => print(`${shell.cwd}\n`)

const escapes: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  '\\': '\\',
  e: '\x1b',
  a: '\x07',
  '0': '\0',
}

const withEscapes = (text: string) =>
  text
    .replaceAll(/\\(?:x([0-9a-fA-F]{1,2})|0([0-7]{1,3}))/g, (_, hex?: string, octal?: string) =>
      String.fromCharCode(Number.parseInt(hex ?? octal ?? '0', hex ? 16 : 8)),
    )
    .replaceAll(/\\([ntre\\a0])/g, (_, letter: string) => escapes[letter] ?? letter)

export const echo: Command = ({ args, print }) => {
  const first = args.findIndex(word => !/^-[neE]+$/.test(word))
  const words = first < 0 ? [] : args.slice(first)
  const flags = (first < 0 ? args : args.slice(0, first)).join('')
  const text = words.join(' ')
  return print(`${flags.includes('e') ? withEscapes(text) : text}${flags.includes('n') ? '' : '\n'}`)
}

export const printf: Command = ({ args, print }) => {
  const [format = '', ...values] = args
  let next = 0
  return print(
    withEscapes(format).replaceAll(/%[sd%]/g, part => (part === '%%' ? '%' : (values[next++] ?? ''))),
  )
}

export const history: Command = ({ args, print, shell }) => {
  if (args.includes('-c')) {
    shell.isHistoryCleared = true
    return 0
  }
  const count = Number(args[0] ?? shell.history.length)
  const lines = shell.history.map((line, index) => `${String(index + 1).padStart(5)}  ${line}\n`)
  return print(lines.slice(Math.max(0, lines.length - count)).join(''))
}

export const clear: Command = ({ print, isScreen }) => print(isScreen ? '\x1b[H\x1b[2J\x1b[3J' : '')

export const exit: Command = ({ shell, print, isScreen }) => {
  if (isScreen && shell.depth === 0) print('logout\n')
  shell.isLeaving = shell.depth === 0
  return 0
}

export const succeed: Command = () => 0
export const fail: Command = () => 1

/** Commands that would change a file. */
export const readOnlyCommand: Command = call => {
  const target = call.args.filter(word => !word.startsWith('-')).at(-1)
  if (target === undefined)
    return call.fail(`missing operand\nTry '${call.name} --help' for more information.`)
  const messages: Readonly<Record<string, string>> = {
    mkdir: `cannot create directory ‘${target}’`,
    rm: `cannot remove '${target}'`,
    rmdir: `failed to remove '${target}'`,
    touch: `cannot touch '${target}'`,
    cp: `cannot create regular file '${target}'`,
    mv: `cannot move to '${target}'`,
    chmod: `changing permissions of '${target}'`,
    chown: `changing ownership of '${target}'`,
    ln: `failed to create link '${target}'`,
  }
  return call.fail(`${messages[call.name] ?? target}: Read-only file system`)
}

export const service: Command = call => {
  return call.fail(
    call.args[0] === undefined
      ? 'usage: service NAME start|stop|restart'
      : `${call.args[0]}: not running here`,
  )
}

/** Full-screen programs. */
export const needsScreen: Command = call => {
  return call.fail('this console runs commands that print and end; read files with cat or less')
}

export const ssh: Command = call => {
  const target = call.args.filter(word => !word.startsWith('-')).at(-1)
  if (target === undefined)
    return call.print('usage: ssh [-46AaCfGgKkMNnqsTtVvXxYy] destination [command]\n', 255)
  const name = target.replace(/^.*@/, '')
  return call.print(
    `${target.includes('@') ? target : `${call.shell.identity.name}@${name}`}: Permission denied (publickey).\n`,
    255,
  )
}

const commandList = `Files:    ls cd pwd cat less head tail file stat find strings
Text:     grep sort uniq wc base64 tac rev xargs echo printf
Host:     whoami id groups hostname uname date uptime ps env which history
Network:  ip ss ping nmap curl nc dig snmpwalk
Rights:   sudo su
Console:  clear help man exit

Join commands with | ; && and use quotes and *. Tab completes, the up arrow recalls.
Shift+Tab leaves the terminal. The file system is read-only.
`

export const help: Command = ({ print }) => print(commandList)

const pages: Readonly<Record<string, string>> = {
  ls: 'ls [-l] [-a] [-R] [FILE]... - list directory contents',
  cat: 'cat [-n] [-A] [FILE]... - print files',
  grep: 'grep [-r] [-i] [-n] [-l] [-v] [-E] PATTERN [FILE]... - print lines that match a pattern',
  find: 'find [DIRECTORY] [-name PATTERN] [-type f|d] [-user NAME] [-group NAME] [-perm MODE] [-readable] - search for files',
  less: 'less FILE - show a file; this console shows it whole',
  sudo: 'sudo [-l] COMMAND - run a command with the rights of another user; -l lists what is allowed',
  nmap: 'nmap [-sn] [-sV] [-p PORTS|-p-] TARGET - look for hosts and open ports',
  curl: 'curl [-s] [-i] URL - get a page over http',
  nc: 'nc HOST PORT - connect and show what the service says',
  base64: 'base64 [-d] [FILE] - encode, or decode with -d',
  strings: 'strings [-n LENGTH] FILE - print the readable text inside of a binary file',
}

export const man: Command = ({ args, print, fail }) => {
  const [name] = args.filter(word => !/^(?:-.*|\d)$/.test(word))
  if (name === undefined) return print("What manual page do you want?\nFor example, try 'man ls'.\n", 1)
  const page = pages[name]
  if (!page) return fail(`no manual entry for ${name}`, 16)
  return print(`${page}\n`)
}
