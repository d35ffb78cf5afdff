// Loaded as CommonJS, TypeScript starts in a third of the time that the loader of modules takes.
require('tsx/cjs')
require('./generate.ts')
