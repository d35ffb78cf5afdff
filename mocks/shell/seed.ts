/**
 * One small Linux host and the network around it.
 * Every text may have placeholders, which `fill` of the host replaces when it is read.
 */

export interface FileSeed {
  text: string
  /** Default `root`, in the home directory: the user. */
  owner?: string
  /** Default: the name of the owner. */
  group?: string
  /** Octal, default 0o644. */
  mode?: number
  /** Days from the last change to the start of the database, default 30. */
  daysAgo?: number
  /** For programs that only this host has. */
  program?: ProgramSeed
}

/** A program that runs one command line with the rights of another account. */
export interface ProgramSeed {
  /** The account: the owner of a file with the SUID bit. */
  as: string
  usage: string
  /** The first argument that it accepts, default any. */
  word?: string
  /** A command line in which `%s` is replaced by the first argument, without quoting. */
  line: string
}

export interface DirectorySeed {
  owner?: string
  group?: string
  /** Octal, default 0o755. */
  mode?: number
}

export interface AccountSeed {
  name: string
  id: number
  /** Default `/home/<name>`. */
  home?: string
  /** Default `/bin/bash`. */
  shell?: string
}

export interface PortSeed {
  port: number
  /** As `nmap` prints it. */
  service: string
  /** As `nmap -sV` prints it. */
  version?: string
  /** What `nc` receives. */
  banner?: string
  /** Response bodies of a web service by path; any other path is 404. */
  pages?: Readonly<Record<string, string>>
}

export interface NeighbourSeed {
  address: string
  names?: readonly string[]
  ports: readonly PortSeed[]
}

export interface ProcessSeed {
  user: string
  id: number
  command: string
}

/** The records that each name server of a zone transfers; an empty text means that it refuses. */
interface ZoneSeed {
  name: string
  servers: Readonly<Record<string, string>>
}

export interface ShellSeed {
  host: string
  address: string
  /** The user's account, default `student`. */
  user?: string
  /** Groups of the user besides the own one. */
  groups?: readonly string[]
  /** The first lines in the terminal, in the language of the course. */
  welcome: string
  accounts?: readonly AccountSeed[]
  environment?: Readonly<Record<string, string>>
  /** Files by absolute path; a string has the default owner and mode. */
  files: Readonly<Record<string, string | FileSeed>>
  directories?: Readonly<Record<string, DirectorySeed>>
  processes?: readonly ProcessSeed[]
  /** Ports that the host itself listens on. */
  listening?: readonly PortSeed[]
  network?: readonly NeighbourSeed[]
  zone?: ZoneSeed
  /** Values that `snmpwalk` prints, by OID. */
  snmp?: Readonly<Record<string, string>>
  /** Command lines that `sudo` allows; `*` matches anything. */
  sudo?: readonly { as: string; command: string }[]
}
