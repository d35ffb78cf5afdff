/**
 * Increase it when rows change shape or meaning, or when scenarios or seeded users change. Databases stored in browsers
 * and snapshot files consist of a seed and changes, and would otherwise load inconsistent state.
 */
export const schemaVersion = 6
