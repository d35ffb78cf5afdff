/**
 * What stands inside of a lab: one small Linux host and the network around it, as a course author would write it.
 * In every text `{{flag:<flag id>}}` becomes the flag of the person who reads it, and then `[[base64:…]]` its code.
 */

export interface FileSeed {
  text: string
  /** Default `root`, inside of the home directory the person's own. */
  owner?: string
  /** Default the name of the owner. */
  group?: string
  /** Octal, default 0o644. */
  mode?: number
  /** Days before the start of the database at which it was last changed; default 30. */
  daysAgo?: number
  /** Present for programs that only this host has. */
  program?: ProgramSeed
}

/** A program of the host: it takes its arguments and runs one command line with the rights of somebody else. */
export interface ProgramSeed {
  /** Who it runs as: the owner of a file with the SUID bit. */
  as: string
  usage: string
  /** The first argument that it takes; any when absent. */
  word?: string
  /** A command line in which `%s` becomes the first argument, unquoted as by a careless program. */
  line: string
}

interface DirectorySeed {
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
  /** As `nmap` names it. */
  service: string
  /** As `nmap -sV` tells it. */
  version?: string
  /** What `nc` reads from it. */
  banner?: string
  /** Answers of a web service by path; any other path is 404. */
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

/** Records of a zone by the name server that gives them away; an empty text is a refusal. */
interface ZoneSeed {
  name: string
  servers: Readonly<Record<string, string>>
}

export interface ShellSeed {
  host: string
  address: string
  /** The person's account, default `student`. */
  user?: string
  /** Groups beside the person's own one. */
  groups?: readonly string[]
  /** Shown at the beginning, in the language of the course. */
  welcome: string
  accounts?: readonly AccountSeed[]
  environment?: Readonly<Record<string, string>>
  /** Files by absolute path; a plain text has the usual owner and mode. */
  files: Readonly<Record<string, string | FileSeed>>
  directories?: Readonly<Record<string, DirectorySeed>>
  processes?: readonly ProcessSeed[]
  /** Ports that the host itself listens on. */
  listening?: readonly PortSeed[]
  network?: readonly NeighbourSeed[]
  zone?: ZoneSeed
  /** Answers of `snmpwalk` by branch, lines of `OID = value`. */
  snmp?: Readonly<Record<string, string>>
  /** Command lines that `sudo` allows; a star matches anything. */
  sudo?: readonly { as: string; command: string }[]
}
