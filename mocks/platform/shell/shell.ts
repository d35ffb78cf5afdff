import type { Host } from './host'
import type { Identity } from './tree'

/** A shell while it runs one line. Commands change `cwd`, `exitStatus` and what the line asks of its session. */
export interface Shell {
  readonly host: Host
  readonly who: Identity
  cwd: string
  previousCwd: string
  exitStatus: number
  readonly environment: Readonly<Record<string, string>>
  readonly history: readonly string[]
  /** Cells of a row of the screen. */
  readonly columns: number
  /** How many shells this one was started from; bounded, lest a program call itself for ever. */
  readonly depth: number
  /** Set by `exit`: the session starts over after the line. */
  isLeaving: boolean
  /** Set by `history -c`. */
  isHistoryCleared: boolean
}

/** What a command works with. */
export interface Call {
  shell: Shell
  /** The name that it was called by. */
  name: string
  args: readonly string[]
  /** What comes through a pipe or from a file; null when it would have to wait for the person's keys. */
  input: string | null
  /** True when the output goes to the screen, where colours and columns are welcome. */
  isScreen: boolean
  /** Answers 0, the exit status of success. */
  print(text: string): 0
  /** Prints to the errors, with the command's name in front and a line feed behind. */
  warn(text: string): void
  /** Runs another command in the same place and answers its exit status. */
  run(args: readonly string[], options?: RunOptions): number
  /** Runs a command line, as `sh -c` does. */
  runLine(line: string, options?: RunOptions): number
}

export interface RunOptions {
  /** With the rights of somebody else. */
  as?: Identity
  input?: string
}

/** Answers its exit status. */
export type Command = (call: Call) => number
