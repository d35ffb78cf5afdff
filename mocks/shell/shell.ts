import type { Host } from './host'
import type { Identity } from './tree'

/** A shell while it runs one line. Commands change `cwd`, `exitStatus` and the flags. */
export interface Shell {
  readonly host: Host
  readonly identity: Identity
  cwd: string
  previousCwd: string
  exitStatus: number
  readonly environment: Readonly<Record<string, string>>
  readonly history: readonly string[]
  /** Width of the screen in cells. */
  readonly columns: number
  /** Nesting level; limited to stop infinite recursion. */
  readonly depth: number
  /** Set by `exit`: the session restarts after the line. */
  isLeaving: boolean
  /** Set by `history -c`. */
  isHistoryCleared: boolean
}

/** The context of a command. */
export interface Call {
  shell: Shell
  name: string
  args: readonly string[]
  /** Standard input from a pipe or file; null if it is the keyboard. */
  input: string | null
  /** The output goes to the screen, so it may have colors and columns. */
  isScreen: boolean
  /** Returns the exit status, 0 by default. */
  print(text: string, status?: number): number
  /** Prints an error, prefixed by the command's name. */
  warn(text: string): void
  /** Prints an error and returns the exit status, 1 by default. */
  fail(text: string, status?: number): number
  /** Runs another command; returns its exit status. */
  run(args: readonly string[], options?: RunOptions): number
  /** Runs a command line, as `sh -c` does. */
  runLine(line: string, options?: RunOptions): number
}

export interface RunOptions {
  /** Run as another user. */
  as?: Identity
  input?: string
}

/** Returns its exit status. */
export type Command = (call: Call) => number
