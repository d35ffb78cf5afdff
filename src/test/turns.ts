/** Lets everything happen that is due in memory, such as answers and messages to other tabs. Passes no time. */
export const turns = async (count = 20): Promise<void> => {
  for (let turn = 0; turn < count; turn += 1) await new Promise(resolve => setImmediate(resolve))
}
