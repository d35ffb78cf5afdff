/**
 * Waits for a screen's words and data side by side. The words come even when the data does not: the page that
 * explains the failure needs them.
 */
export const loadScreen = async (texts: Promise<void>, ...reads: Promise<unknown>[]): Promise<void> => {
  try {
    await Promise.all(reads)
  } finally {
    await texts
  }
}
