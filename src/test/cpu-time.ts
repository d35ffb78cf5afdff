/** CPU milliseconds of this process, independent of the load of the machine. Compare them with those of an ordinary input. */
export const cpuTime = (run: () => void): number => {
  const began = process.cpuUsage()
  run()
  const { user, system } = process.cpuUsage(began)
  return (user + system) / 1000
}
