/** Numeric, because the name of the user differs between systems. */
const UID = '65534'

/** The command as a user who may only write where everyone may, if we are root; unchanged otherwise. */
export const asUnprivileged = (command: readonly string[]): readonly string[] =>
  process.getuid?.() === 0
    ? ['setpriv', '--reuid', UID, '--regid', UID, '--clear-groups', '--no-new-privs', ...command]
    : command
