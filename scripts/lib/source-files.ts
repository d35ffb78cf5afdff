import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, posix, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..')

/** A TypeScript file of the project: its path from the root with forward slashes, and its text. */
export interface SourceFile {
  path: string
  text: string
}

/** All hand-written and generated TypeScript files below the given top-level folders. */
export const sourceFiles = (...folders: string[]): SourceFile[] =>
  folders.flatMap(folder =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter(name => /\.tsx?$/.test(name))
      .map(name => {
        const file = join(root, folder, name)
        return { path: relative(root, file).split(sep).join('/'), text: readFileSync(file, 'utf8') }
      }),
  )

const importPattern = /(?:from|import)\s*\(?\s*['"]([^'"]+)['"]/g
const typeOnlyPattern = /import\s+type\s[^'"]*['"]([^'"]+)['"]/g

export interface Import {
  /** A path from the root for the project's own files, else the package's name as written. */
  to: string
  isTypeOnly: boolean
}

/** What a file imports, dynamic imports included. */
export const getImports = ({ path, text }: SourceFile): Import[] => {
  const typeOnly = new Set([...text.matchAll(typeOnlyPattern)].map(match => match[1]))
  return [...text.matchAll(importPattern)].map(([, name = '']) => ({
    to: name.startsWith('.') ? posix.normalize(posix.join(posix.dirname(path), name)) : name,
    isTypeOnly: typeOnly.has(name),
  }))
}

export const isTest = (path: string): boolean => /\.test\.tsx?$/.test(path) || path.startsWith('src/test/')
export const isGenerated = (path: string): boolean => /\.gen\.tsx?$/.test(path)
