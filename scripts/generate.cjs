// Loaded as CommonJS, TypeScript starts in a third of the time that the loader of modules takes; from Node 22 on,
// what was compiled once is kept.
require('node:module').enableCompileCache?.()
require('tsx/cjs')
require('./generate.ts')
