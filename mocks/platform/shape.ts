/**
 * Raise it whenever rows of the database change their shape or their meaning, or a scenario or the seeded people become
 * others. Two readers hold on to it: databases that a browser has kept and snapshot files. Both are a seed and what has
 * changed since, and would otherwise open as a screen that is wrong without a word.
 */
export const shape = 5
